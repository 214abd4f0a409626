/// A piece of a text that is spoken in one go.
struct SpeechPart: Sendable, Equatable {
    /// The words, plain or marked up.
    var text: String
    /// Whether ``text`` has elements in angle brackets, `&amp;` for an ampersand, and codes of sounds in double brackets.
    var isMarkup = false
    /// The words for which codes stand.
    var words: [String: String] = [:]
}
