import CSaybusWhisper

/// The same tokens again and again, which Whisper writes where a sound ends. Without an end it writes them for as long
/// as it may.
final class TokenLoop: Sendable {
    /// The times that a token comes in a loop, and the times that a longer row does.
    private static let (timesOfOne, timesOfMore) = (6, 4)
    /// The most tokens of a row.
    private static let maximumLength = 30

    private let end: Int
    private let size: Int

    /// Creates the watch over the tokens of one transcription.
    /// - Parameters:
    ///   - end: The token that ends a text.
    ///   - size: The number of all tokens.
    init(end: Int32, size: Int32) { (self.end, self.size) = (Int(end), Int(size)) }

    /// Returns whether tokens end with a row that comes again and again.
    static func ends(_ tokens: some RandomAccessCollection<Int32>) -> Bool {
        let last = Array(tokens.suffix(maximumLength * timesOfMore))
        for length in 1...maximumLength {
            let compared = length * ((length == 1 ? timesOfOne : timesOfMore) - 1)
            guard last.count >= compared + length else { return false }
            if last.suffix(compared).elementsEqual(last.dropLast(length).suffix(compared)) { return true }
        }
        return false
    }

    /// Lets the library end the text at a loop. It calls this before each token.
    static let filter:
        @convention(c) (
            UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafePointer<saybus_whisper_token_data>?, Int32,
            UnsafeMutablePointer<Float>?, UnsafeMutableRawPointer?
        ) -> Void = { _, _, tokens, count, logits, data in
            guard let tokens, let logits, let data else { return }
            let loop = Unmanaged<TokenLoop>.fromOpaque(data).takeUnretainedValue()
            guard ends(UnsafeBufferPointer(start: tokens, count: Int(count)).lazy.map(\.id)) else { return }
            for token in 0..<loop.size where token != loop.end { logits[token] = -.infinity }
        }
}
