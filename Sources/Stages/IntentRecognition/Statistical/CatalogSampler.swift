import SaybusMessages
import SaybusPatternMatching
import SaybusPhrases
import SaybusStatisticalMatching

/// A generator of training samples from the apps' patterns. Pure; the seed determines the samples.
///
/// Each generated sentence is matched with the patterns, which gives its intent and the positions of its slots.
struct CatalogSampler {
    /// The maximum number of samples.
    static let maximumSamples = 2000
    /// The maximum number of sentences per pattern with parameters.
    static let sentencesPerPattern = 12

    let catalogs: [Catalog]
    let matcher: PatternMatcher

    /// Returns samples of the patterns, with intents named `app/type`, and samples of background speech.
    func samples(seed: UInt64) -> [Sample] {
        let count = catalogs.reduce(0) { $0 + $1.commandPatterns.count }
        guard count > 0 else { return [] }
        let share = max(1, min(Self.sentencesPerPattern, Self.maximumSamples / count))
        var samples: [Sample] = []
        var texts: Set<String> = []
        for (catalog, seed) in zip(catalogs, seed...) {
            var sampler = SentenceSampler(catalog, seed: seed, open: BackgroundSpeech.phrases)
            for pattern in catalog.commandPatterns {
                for _ in 0..<share where samples.count < Self.maximumSamples {
                    guard let text = sampler.sentence(of: pattern)?.lowercased(), texts.insert(text).inserted,
                        let sample = sample(text)
                    else { continue }
                    samples.append(sample)
                }
            }
        }
        return samples + BackgroundSpeech.samples(without: samples)
    }

    /// The values of slots by parameter name, including values that occur in no sample.
    var values: [String: [String]] {
        var values: [String: [String]] = [:]
        for catalog in catalogs {
            let types = Dictionary(
                (catalog.slotTypes ?? []).map { ($0.name, $0.values) }, uniquingKeysWith: { first, _ in first })
            for (name, type) in catalog.commandPatterns.flatMap(\.parameters) where values[name] == nil {
                guard let known = types[type] else { continue }
                values[name] = known.prefix(10_000).flatMap { [$0.value] + ($0.synonyms ?? []) }
            }
        }
        return values
    }

    private func sample(_ text: String) -> Sample? {
        guard let best = matcher.match(text).first else { return nil }
        // The spans count characters and samples count scalars, so texts where the two differ are skipped.
        guard text.unicodeScalars.count == text.count else { return nil }
        let slots = best.parameters.compactMap { name, parameter in
            parameter.span.map { Sample.Slot(name: name, range: $0.start..<$0.end) }
        }.sorted { $0.range.lowerBound < $1.range.lowerBound }
        for (slot, next) in zip(slots, slots.dropFirst()) where slot.range.overlaps(next.range) { return nil }
        return Sample(text: text, intent: "\(best.app)/\(best.type)", slots: slots)
    }
}
