import Messages
import Skills

/// Words to say, plain or in SSML.
public struct SpokenText: Sendable, Equatable {
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
        if words.isEmpty { return nil }
    }

    /// The words without markup.
    public var words: String {
        guard isSSML else { return text.trimmingBlanks }
        var words = ""
        var isTag = false
        for character in text {
            switch character {
            case "<": isTag = true
            case ">" where isTag:
                isTag = false
                words += " "
            default: if !isTag { words.append(character) }
            }
        }
        for (entity, character) in [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&")] {
            words = words.split(separator: entity, omittingEmptySubsequences: false).joined(separator: character)
        }
        let joined = words.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        // A tag in the middle of a sentence leaves no blank before its comma.
        return [" .", " ,", " !", " ?"].reduce(joined) { text, mark in
            text.split(separator: mark, omittingEmptySubsequences: false).joined(separator: mark.dropFirst())
        }
    }

    /// As an event of a sequence.
    public var event: AudioEvent { .speech(.init(text, format: isSSML ? .ssml : nil)) }
}

extension String {
    /// Without blanks and line ends around it.
    var trimmingBlanks: String {
        let start = drop(while: \.isWhitespace)
        guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(start[...last])
    }
}
