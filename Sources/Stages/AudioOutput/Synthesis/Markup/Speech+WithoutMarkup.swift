import SaybusMessages

extension AudioEvent.Speech {
    /// The speech with the words of its SSML as plain text, for markup with a mistake; nil without words, or with
    /// declarations, which are none.
    package var withoutMarkup: AudioEvent.Speech? {
        guard format == .ssml, !text.contains("<!") else { return nil }
        var plain = self
        (plain.text, plain.format) = (words, .text)
        return plain.text.isEmpty ? nil : plain
    }
}
