import SaybusMessages
import SaybusPatternMatching
import SaybusPhrases
import SaybusStatisticalMatching

/// A generator of training samples from the apps' patterns. Pure; the seed determines the samples.
///
/// Each generated sentence is matched with the patterns, which gives its intent and the positions of its slots.
struct CatalogSampler {
    /// The maximum number of samples, which the apps share.
    static let maximumSamples = 2000
    /// The maximum number of sentences per pattern with parameters.
    static let sentencesPerPattern = 12

    let catalogs: [Catalog]
    let matcher: PatternMatcher

    /// Returns samples of the patterns, with intents named `app/type`, and samples of background speech.
    func samples(seed: UInt64) -> [Sample] {
        let patterns = catalogs.map(\.commandPatterns)
        guard patterns.contains(where: { !$0.isEmpty }) else { return [] }
        let shares = Self.shares(of: patterns.map { $0.count * Self.sentencesPerPattern })
        var samples: [Sample] = []
        var texts: Set<String> = []
        for (index, catalog) in catalogs.enumerated() where shares[index] > 0 {
            var sampler = SentenceSampler(
                catalog, seed: seed &+ UInt64(index), open: BackgroundSpeech.phrases)
            let own = patterns[index]
            let sampled = min(own.count, shares[index])
            for number in 0..<sampled {
                // Of too many patterns, some from all parts of the catalog.
                let pattern = own[number * own.count / sampled]
                for _ in 0..<max(1, shares[index] / own.count) {
                    guard let sentence = sampler.sentence(of: pattern) else { continue }
                    let text = Orthography.inUse.lowercased(text: sentence)
                    guard texts.insert(text).inserted, let sample = sample(text) else { continue }
                    samples.append(sample)
                }
            }
        }
        return samples + BackgroundSpeech.samples(without: samples)
    }

    /// Returns the samples of each app: as many as it asks for, and at most as many as all that ask for more get.
    static func shares(of demands: [Int], total: Int = maximumSamples) -> [Int] {
        var shares = demands.map { _ in 0 }
        var left = total
        let order = demands.indices.sorted { demands[$0] < demands[$1] }
        for (place, index) in order.enumerated() {
            shares[index] = min(demands[index], left / (order.count - place))
            left -= shares[index]
        }
        return shares
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
