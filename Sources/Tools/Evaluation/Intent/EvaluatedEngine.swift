import SaybusExternalEngines
import SaybusIntentRecognition
import SaybusMessages
import SaybusPatternMatching
import SaybusStage
import SaybusStatisticalMatching

/// A recognizer that has learnt and can be judged.
enum EvaluatedEngine: Sendable {
    /// What was learnt from the samples; before it, if wished, patterns that say what the samples say.
    case own(StatisticalModel?, PatternMatcher?)
    /// Somebody else's, who knows what they know.
    case foreign(any IntentClient)

    /// Learns from samples.
    /// - Throws: ``SampleError`` when there is nothing to learn.
    init(
        _ engine: IntentEngine, _ inquirer: (any IntentClient)?, samples: [Sample], seed: UInt64
    ) throws(SampleError) {
        if let inquirer {
            self = .foreign(inquirer)
            return
        }
        let matcher = engine == .statistical ? nil : PatternMatcher([SampleCatalog.catalog(samples)])
        self = .own(engine == .pattern ? nil : try StatisticalModel(samples, seed: seed), matcher)
    }

    /// What a text means, by the engine; nil when it is not understood.
    /// - Throws: ``StageFailure`` when a foreign engine gives no answer.
    func reading(_ text: String) async throws -> Reading? {
        switch self {
        case .own(let model, let matcher):
            if let best = matcher?.match(text).first { return Self.reading(best, text) }
            return model?.recognize(text).first
        case .foreign(let inquirer):
            do {
                return try await inquirer.ask(text).first.map { Self.reading($0, text) }
            } catch {
                throw StageFailure(.unavailable, error.reason)
            }
        }
    }

    private static func reading(_ hypothesis: SpeechIntent.Hypothesis, _ text: String) -> Reading {
        let places = ScalarPlaces(text)
        let slots = hypothesis.parameters.compactMap { name, parameter in
            parameter.span.flatMap { places.range($0) }.map { Sample.Slot(name: name, range: $0) }
        }
        return Reading(
            intent: hypothesis.type, confidence: hypothesis.confidence,
            slots: slots.sorted { $0.range.lowerBound < $1.range.lowerBound })
    }

    /// Values that the engine does not give the place of are looked for in the text.
    private static func reading(_ reading: ExternalInterpretation, _ text: String) -> Reading {
        let scalars = Array(text.lowercased().unicodeScalars)
        let slots = reading.entities.compactMap { entity -> Sample.Slot? in
            if let range = entity.range { return Sample.Slot(name: entity.name, range: range) }
            let value = Array(entity.value.lowercased().unicodeScalars)
            guard !value.isEmpty, value.count <= scalars.count else { return nil }
            let start = (0...scalars.count - value.count).first { scalars[$0..<$0 + value.count].elementsEqual(value) }
            return start.map { Sample.Slot(name: entity.name, range: $0..<$0 + value.count) }
        }
        return Reading(intent: reading.intent, confidence: reading.confidence ?? 1, slots: slots)
    }
}

/// Where the characters of a text are, in Unicode scalars.
private struct ScalarPlaces {
    private var starts: [Int] = [0]

    init(_ text: String) {
        for character in text { starts.append((starts.last ?? 0) + character.unicodeScalars.count) }
    }

    func range(_ span: Parameter.Span) -> Range<Int>? {
        guard 0..<span.end ~= span.start, span.end < starts.count else { return nil }
        return starts[span.start]..<starts[span.end]
    }
}
