import Dispatch
import SaybusTerminal

/// The key presses of a live view.
///
/// ``close()`` restores the terminal's settings; deinitialization calls it.
final class Keyboard: Sendable {
    /// A key press.
    enum Key: Sendable {
        /// `q` or Ctrl-D.
        case quit
        /// Any other key, which redraws the screen.
        case other
    }

    /// The key presses. While they are not consumed, the newest eight are kept.
    let keys: AsyncStream<Key>
    private let continuation: AsyncStream<Key>.Continuation
    private let input: TerminalInput

    /// Creates a keyboard; nil if standard input is no terminal, or this process runs in the terminal's background.
    init?() {
        guard let input = TerminalInput() else { return nil }
        let (keys, continuation) = AsyncStream.makeStream(of: Key.self, bufferingPolicy: .bufferingNewest(8))
        (self.keys, self.continuation, self.input) = (keys, continuation, input)
        DispatchQueue(label: "saybus-tap.keyboard").async {
            while let bytes = input.nextBytes() {
                let quits = bytes.contains { [UInt8(ascii: "q"), UInt8(ascii: "Q"), 4].contains($0) }
                continuation.yield(quits ? .quit : .other)
            }
        }
    }

    deinit { close() }

    /// Ends ``keys`` and restores the terminal's settings.
    func close() {
        input.close()
        continuation.finish()
    }
}
