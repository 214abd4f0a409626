/// A part of a text that is synthesized in one go.
package struct SpeechPart: Sendable, Equatable {
    /// The words, plain or marked up.
    ///
    /// It is empty in a part that is only a pause.
    package var text: String
    /// Whether ``text`` contains elements in angle brackets, `&amp;` for an ampersand, and phoneme codes in
    /// double brackets.
    var isMarkup = false
    /// The words that phoneme codes stand for.
    var words: [String: String] = [:]
    /// The silence after the words in milliseconds, which replaces the engine's pause between two parts.
    ///
    /// It is not left to the engine: espeak-ng loses the first break of a text, merges two in a row, and
    /// shortens them in a fast voice.
    var pause = 0
}
