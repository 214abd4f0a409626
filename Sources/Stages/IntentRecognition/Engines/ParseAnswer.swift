import Foundation
import SaybusExternalEngines

/// The answer of a service that parses texts, as Rasa's `/model/parse` gives it, and of programs that answer alike.
///
/// `{"intent": {"name", "confidence"}, "entities": [{"entity", "value", "start", "end"}], "intent_ranking": [{"name", "confidence"}]}`;
/// an intent that is null, or has no name, is: not understood. `{"error": "…"}` is a failure that the engine tells of.
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

    /// A text, a number or a truth value, as text; nil for anything else, which a value may be but no parameter is.
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

    /// The readings in a text of JSON.
    /// - Throws: ``EngineFailure`` with code `garbage` when it is none, `refused` when it tells of an error.
    static func readings(_ data: Data, from engine: String) throws(EngineFailure) -> [ExternalInterpretation] {
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
        // The ranking has no values: only what needs none can be told by it.
        let others = (answer.ranking ?? []).compactMap { intent -> ExternalInterpretation? in
            guard let other = intent.name, other != name, let confidence = intent.confidence else { return nil }
            return ExternalInterpretation(intent: other, confidence: confidence)
        }
        return [first] + others
    }
}
