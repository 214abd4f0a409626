import SaybusInteractionModels
import SaybusSkills

/// The prompts of a model: each has several wordings, of which one is used at a time.
struct PromptBook: Sendable {
    private let prompts: [String: [InteractionModel.Prompt]]

    /// Creates the prompts by their ids.
    init(_ prompts: [String: [InteractionModel.Prompt]]) { self.prompts = prompts }

    /// A prompt with the slots' values in it.
    /// - Parameters:
    ///   - id: Which prompt.
    ///   - number: Which wording; they are used in turn.
    /// - Returns: Nil when there is no such prompt.
    func text(_ id: String?, number: Int, slots: [String: Slot]) -> SpeechOutputText? {
        guard let wordings = id.flatMap({ prompts[$0] }), !wordings.isEmpty else { return nil }
        let wording = wordings[number % wordings.count]
        let isSSML = wording.type == "SSML"
        let text = Self.filled(wording.value) { name in
            let value = slots[name]?.spokenValue ?? ""
            return isSSML ? Self.escaped(value) : value
        }
        return isSSML ? SpeechOutputText(ssml: text) : SpeechOutputText(text)
    }

    /// The slots that a wording names.
    static func names(in text: String) -> [String] {
        var names: [String] = []
        _ = filled(text) { name in
            names.append(name)
            return ""
        }
        return names
    }

    private static func filled(_ text: String, _ value: (String) -> String) -> String {
        var filled = ""
        var rest = text[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            filled += rest[..<open] + value(rest[rest.index(after: open)..<close].description.trimmingBlanks)
            rest = rest[rest.index(after: close)...]
        }
        return filled + rest
    }

    /// Words as they stand in SSML.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text {
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            default: escaped.append(character)
            }
        }
        return escaped
    }
}
