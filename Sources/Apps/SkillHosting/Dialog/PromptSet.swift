import SaybusInteractionModels
import SaybusPhrases
import SaybusSkills

/// The prompts of a model. Each prompt has several wordings, used in turn.
struct PromptSet: Sendable {
    private let prompts: [String: [InteractionModel.Prompt]]
    private let types: [String: String]
    private let times: SpokenTime

    /// Creates a set of prompts.
    /// - Parameters:
    ///   - prompts: The prompts by their ids.
    ///   - types: The types of the slots, by name.
    ///   - language: The language (BCP 47) in which dates, times and durations are spoken.
    init(_ prompts: [String: [InteractionModel.Prompt]], types: [String: String], language: String) {
        (self.prompts, self.types, times) = (prompts, types, SpokenTime(language: language))
    }

    /// Returns a slot's value as it is spoken; nil when it has none.
    func words(of slot: Slot) -> String? {
        slot.spokenValue.map { times.text(ofSlot: $0, type: types[slot.name] ?? "") }
    }

    /// Returns a prompt with the slots' values filled in.
    /// - Parameters:
    ///   - id: The prompt's id.
    ///   - number: The index of the wording, taken modulo their count.
    ///   - slots: The slots by name.
    /// - Returns: Nil when no such prompt exists.
    func text(_ id: String?, number: Int, slots: [String: Slot]) -> SpeechOutputText? {
        guard let wordings = id.flatMap({ prompts[$0] }), !wordings.isEmpty else { return nil }
        let wording = wordings[number % wordings.count]
        let isSSML = wording.type == "SSML"
        let text = Self.filled(wording.value) { name in
            let value = slots[name].flatMap { words(of: $0) } ?? ""
            return isSSML ? Self.escaped(value) : value
        }
        return isSSML ? SpeechOutputText(ssml: text) : SpeechOutputText(text)
    }

    /// Returns the slots that a wording names.
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

    /// Returns plain text escaped for SSML. XML knows scalars only: a `<` with a combining mark is one character, and
    /// begins an element nevertheless.
    static func escaped(_ text: String) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;".unicodeScalars
            case "<": escaped += "&lt;".unicodeScalars
            case ">": escaped += "&gt;".unicodeScalars
            default: escaped.append(scalar)
            }
        }
        return String(escaped)
    }
}
