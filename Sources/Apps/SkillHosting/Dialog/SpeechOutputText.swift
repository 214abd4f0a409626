import SaybusConversation
import SaybusMessages
import SaybusSkills

/// Words to say, plain or in SSML.
public struct SpeechOutputText: Sendable, Equatable {
    /// The words, or the SSML with its `<speak>`.
    public var text: String
    /// Whether it is SSML.
    public var isSSML: Bool

    /// Plain words.
    public init(_ text: String) { (self.text, isSSML) = (text, false) }

    /// SSML; `<speak>` is put around it when it is missing.
    public init(ssml: String) {
        let trimmed = ssml.trimmingBlanks
        text = trimmed.hasPrefix("<speak") ? trimmed : "<speak>\(trimmed)</speak>"
        isSSML = true
    }

    /// What a skill says; nil when it is nothing.
    public init?(_ speech: OutputSpeech?) {
        switch speech {
        case .plainText(let text, _): self.init(text)
        case .ssml(let ssml, _): self.init(ssml: ssml)
        case nil: return nil
        }
        if words.isEmpty, !isSSML || inSSML.allSatisfy(\.isWhitespace) { return nil }
    }

    /// The words without markup.
    public var words: String {
        AudioEvent.Speech(text, format: isSSML ? .ssml : nil).words.trimmingBlanks
    }

    /// What stands inside `<speak>`; plain words as they stand there.
    var inSSML: String {
        guard isSSML else { return PromptBook.escaped(text) }
        guard let start = text.firstIndex(of: ">"), text.hasSuffix("</speak>") else { return text }
        return String(text[text.index(after: start)...].dropLast("</speak>".count))
    }

    /// As words of a voice request.
    var utterance: SpeechUtterance { SpeechUtterance(text, format: isSSML ? .ssml : nil) }
}

extension String {
    /// Without blanks and line ends around it.
    var trimmingBlanks: String {
        let start = drop(while: \.isWhitespace)
        guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(start[...last])
    }
}
