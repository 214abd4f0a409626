import SaybusMessages

extension AudioEvent.Speech {
    /// The speech with the words of its markup as plain text, for markup with a mistake; nil for plain text, without
    /// words, and for SSML with declarations, which are none.
    package var withoutMarkup: AudioEvent.Speech? {
        var plain = self
        switch format {
        case nil, .text: return nil
        case .ssml: if text.contains("<!") { return nil }
        case .markdown: (plain.text, plain.format) = (SpeechMarkdown.ssml(text), .ssml)
        }
        (plain.text, plain.format) = (plain.words, .text)
        return plain.text.isEmpty ? nil : plain
    }
}
