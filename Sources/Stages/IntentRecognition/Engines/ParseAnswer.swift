import Foundation
import SaybusExternalEngines

/// An answer of a service that parses texts, in the format of Rasa's `/model/parse`, which programs use too.
///
/// The format is `{"intent": {"name", "confidence"}, "entities": [{"entity", "value", "start", "end"}],
/// "intent_ranking": [{"name", "confidence"}]}`. An intent that is null or nameless means "not understood".
/// `{"error": "…"}` is a failure that the engine reports.
struct ParseAnswer: Decodable {
    struct Intent: Decodable {
        let name: String?
        let confidence: Double?
    }

    private struct Entity: Decodable {
        let entity: String?
        let name: String?
        let value: Scalar?
        let start: Int?
        let end: Int?
    }

    /// A string, number or Boolean as text; nil for other JSON values, which no parameter can have.
    private struct Scalar: Decodable {
        let text: String?

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let text = try? container.decode(String.self) {
                self.text = text
            } else if let truth = try? container.decode(Bool.self) {
                text = truth ? "true" : "false"
            } else {
                text = (try? container.decode(Double.self)).map { number in
                    Int64(exactly: number).map { "\($0)" } ?? "\(number)"
                }
            }
        }
    }

    private let intent: Intent?
    private let entities: [Entity]?
    private let ranking: [Intent]?
    private let error: String?

    private enum CodingKeys: String, CodingKey {
        case intent, entities, error
        case ranking = "intent_ranking"
    }

    /// Returns the interpretations in an answer.
    /// - Throws: `EngineFailure` with code `garbage` when the answer cannot be parsed, `refused` when it
    ///   reports an error.
    static func interpretations(_ data: Data, from engine: String) throws(EngineFailure) -> [ExternalInterpretation] {
        let answer: ParseAnswer
        do {
            answer = try JSONDecoder().decode(ParseAnswer.self, from: data)
        } catch {
            throw EngineFailure(.garbage, "\(engine) gave an answer that cannot be read: it is no {\"intent\": …}")
        }
        if let error = answer.error { throw EngineFailure(.refused, "\(engine) failed: \(error.prefix(200))") }
        guard let name = answer.intent?.name, !name.isEmpty else { return [] }
        let entities = (answer.entities ?? []).compactMap { entity -> ExternalInterpretation.Entity? in
            guard let name = entity.entity ?? entity.name, let value = entity.value?.text else { return nil }
            var range: Range<Int>?
            if let start = entity.start, let end = entity.end, start >= 0, start < end { range = start..<end }
            return ExternalInterpretation.Entity(name: name, value: value, range: range)
        }
        let first = ExternalInterpretation(intent: name, confidence: answer.intent?.confidence, entities: entities)
        // Ranked intents come without values, so they only fit commands that need none.
        let others = (answer.ranking ?? []).compactMap { intent -> ExternalInterpretation? in
            guard let other = intent.name, other != name, let confidence = intent.confidence else { return nil }
            return ExternalInterpretation(intent: other, confidence: confidence)
        }
        return [first] + others
    }
}
