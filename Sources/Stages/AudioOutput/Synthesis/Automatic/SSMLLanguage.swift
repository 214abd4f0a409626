import SaybusMessages

/// The language that an SSML text states for all of itself.
enum SSMLLanguage {
    /// Returns the tag in `xml:lang` of the first element; nil for other formats, and without one.
    static func tag(of speech: AudioEvent.Speech) -> String? {
        guard speech.format == .ssml,
            let match = speech.text.prefix(1000).firstMatch(
                of: /<speak\s[^>]*?xml:lang\s*=\s*["']([A-Za-z0-9-]{2,35})["']/)
        else { return nil }
        return String(match.1)
    }
}
