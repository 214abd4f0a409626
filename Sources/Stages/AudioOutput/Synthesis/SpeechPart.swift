/// A piece of a text that is spoken in one go.
struct SpeechPart: Sendable, Equatable {
    /// The words, plain or marked up.
    ///
    /// Empty when there are none, but only a pause.
    var text: String
    /// Whether ``text`` has elements in angle brackets, `&amp;` for an ampersand, and codes of sounds in double brackets.
    var isMarkup = false
    /// The words for which codes stand.
    var words: [String: String] = [:]
    /// How long it is silent after the words, in milliseconds, instead of as long as the engine pauses between two parts.
    ///
    /// Not left to the engine: of espeak-ng's own breaks the first in a text is lost, two in a row are one, and a fast voice shortens them.
    var pause = 0
}
