import SaybusConversation
import SaybusMessages
import SaybusSkills

/// Text to speak, plain or in SSML.
public struct SpeechOutputText: Sendable, Equatable {
    /// The plain text, or the SSML with its `<speak>` element.
    public var text: String
    /// Whether the text is SSML.
    public var isSSML: Bool

    /// Creates plain text.
    public init(_ text: String) { (self.text, isSSML) = (text, false) }

    /// Creates SSML. A missing `<speak>` element is added.
    public init(ssml: String) {
        let trimmed = ssml.trimmingBlanks
        text = trimmed.hasPrefix("<speak") ? trimmed : "<speak>\(trimmed)</speak>"
        isSSML = true
    }

    /// Creates the text of a skill's speech; nil for missing or empty speech.
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

    /// The content of the `<speak>` element, or the plain text escaped for SSML.
    var inSSML: String {
        guard isSSML else { return PromptSet.escaped(text) }
        guard let start = text.firstIndex(of: ">"), text.hasSuffix("</speak>") else { return text }
        return String(text[text.index(after: start)...].dropLast("</speak>".count))
    }

    /// The text as the utterance of a voice request.
    var utterance: SpeechUtterance { SpeechUtterance(text, format: isSSML ? .ssml : nil) }
}

extension String {
    /// The string without leading and trailing whitespace.
    var trimmingBlanks: String {
        let start = drop(while: \.isWhitespace)
        guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(start[...last])
    }
}
