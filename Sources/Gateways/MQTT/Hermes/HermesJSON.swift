import SaybusMessages

/// The JSON of the Hermes protocol, after the manual of Rhasspy 2.5 and the messages of Snips.
enum HermesJSON {
    /// Returns a slot.
    static func slot(_ name: String, _ parameter: Parameter) -> JSONValue {
        let (kind, value): (String, JSONValue) =
            switch parameter.value {
            case .number(let number): ("Number", Int64(exactly: number).map(JSONValue.integer) ?? .number(number))
            case .text(let text): ("Custom", .string(text))
            }
        var slot: [String: JSONValue] = [
            "entity": .string(parameter.type), "slotName": .string(name), "rawValue": .string(parameter.words),
            "value": ["kind": .string(kind), "value": value],
            // Rhasspy reads the one name, Snips the other.
            "confidence": .number(parameter.confidence ?? 1), "confidenceScore": .number(parameter.confidence ?? 1),
        ]
        if let span = parameter.span {
            let (start, end) = (JSONValue.integer(Int64(span.start)), JSONValue.integer(Int64(span.end)))
            slot["range"] = ["start": start, "end": end, "rawStart": start, "rawEnd": end]
        }
        return .object(slot)
    }

    /// Returns the slots of parameters, by name.
    static func slots(_ parameters: [String: Parameter]) -> JSONValue {
        .array(parameters.sorted { $0.key < $1.key }.map { slot($0.key, $0.value) })
    }

    /// Returns an intent's name and confidence.
    static func intent(_ name: String, _ confidence: Double) -> JSONValue {
        ["intentName": .string(name), "confidenceScore": .number(confidence)]
    }

    /// Returns the words of a transcript as tokens of one recognition; null when their times are unknown.
    static func tokens(_ transcript: SpeechTranscript) -> JSONValue {
        guard let words = transcript.words else { return .null }
        var start = 0
        let tokens = words.prefix(256).map { word -> JSONValue in
            let end = start + word.word.count
            defer { start = end + 1 }
            return [
                "value": .string(word.word), "confidence": .number(transcript.confidence),
                "rangeStart": .integer(Int64(start)), "rangeEnd": .integer(Int64(end)),
                "time": [
                    "start": .number(Double(word.startMs) / 1000), "end": .number(Double(word.endMs) / 1000),
                ],
            ]
        }
        return [.array(Array(tokens))]
    }

    /// Returns text, or null.
    static func text(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }
}

extension JSONValue {
    /// Returns a member of any type; null when it is absent.
    func value(_ name: String) -> JSONValue { self[name] ?? .null }

    /// Returns the text of a member; nil when it is absent, null or no text.
    func text(_ name: String) -> String? { if case .string(let text)? = self[name] { text } else { nil } }

    /// Returns a truth value; nil when the member is absent or none.
    func boolean(_ name: String) -> Bool? { if case .boolean(let value)? = self[name] { value } else { nil } }

    /// Returns a number; nil when the member is absent or none.
    func number(_ name: String) -> Double? {
        switch self[name] {
        case .number(let value): value
        case .integer(let value): Double(value)
        default: nil
        }
    }

    /// Returns a list of texts, at most 256; nil when the member is absent or no list.
    func texts(_ name: String) -> [String]? {
        guard case .array(let values)? = self[name] else { return nil }
        return values.prefix(256).compactMap { if case .string(let text) = $0 { text } else { nil } }
    }
}
