import SaybusExternalEngines
import SaybusIntentRecognition
import SaybusMessages
import SaybusPatternMatching
import SaybusStage
import SaybusStatisticalMatching

/// A trained recognizer to be judged.
enum EvaluatedEngine: Sendable {
    /// Patterns made of the samples, and a model trained on the samples for texts that no pattern matches. Either may
    /// be nil.
    case own(StatisticalModel?, PatternMatcher?)
    /// A recognizer of another project, which is not trained here.
    case external(any IntentClient)

    /// Trains the recognizer.
    /// - Throws: `SampleError` when no model can be trained on the samples.
    init(
        _ engine: IntentEngine, _ client: (any IntentClient)?, samples: [Sample], seed: UInt64
    ) throws(SampleError) {
        if let client {
            self = .external(client)
            return
        }
        let matcher = engine == .statistical ? nil : PatternMatcher([SampleCatalog.catalog(samples)])
        self = .own(engine == .pattern ? nil : try StatisticalModel(samples, seed: seed), matcher)
    }

    /// Returns the engine's interpretation of a text; nil when it rejects the text.
    /// - Throws: `StageFailure` when an external engine gives no answer.
    func reading(_ text: String) async throws -> Reading? {
        switch self {
        case .own(let model, let matcher):
            if let best = matcher?.match(text).first { return Self.reading(best, text) }
            return model?.recognize(text).first
        case .external(let client):
            do {
                return try await client.ask(text).first.map { Self.reading($0, text) }
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

    /// Returns the interpretation with the places of the slot values. A value whose place the engine does not report is
    /// searched for in the text.
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

/// The places of a text's characters, in Unicode scalars.
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
