/// A receiver of the audio of a text while the library synthesizes it.
package protocol EspeakReceiver: AnyObject, Sendable {
    /// The beginning of a word: its first character in the text, counted from 1, and its first sample.
    typealias WordPosition = (text: Int, sample: Int)

    /// Whether the library should stop synthesizing.
    var isCancelled: Bool { get }

    /// Receives a block of samples with the words that begin in it.
    /// - Returns: False to stop the library.
    func take(_ samples: [Int16], _ places: [WordPosition]) -> Bool
}
