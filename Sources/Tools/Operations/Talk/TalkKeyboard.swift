import Dispatch
import SaybusTerminal

/// The keyboard of `saybus talk`, which gives the lines of a ``TalkLine``.
///
/// ``close()`` restores the terminal's settings; deinitialization calls it.
final class TalkKeyboard: Sendable {
    /// The number of lines that are kept while a turn runs. With more, users forget what they have typed.
    private static let capacity = 16

    private let lines: AsyncStream<String>
    private let continuation: AsyncStream<String>.Continuation
    private let input: TerminalInput

    /// Takes the terminal; nil if standard input is no terminal, or this process runs in the terminal's background.
    /// - Parameters:
    ///   - choices: Returns the number of options of the open question.
    ///   - echo: Shows what is typed.
    init?(choices: @escaping @Sendable () -> Int, echo: TextOutput) {
        guard let input = TerminalInput() else { return nil }
        let (lines, continuation) = AsyncStream.makeStream(
            of: String.self, bufferingPolicy: .bufferingNewest(Self.capacity))
        (self.lines, self.continuation, self.input) = (lines, continuation, input)
        DispatchQueue(label: "saybus-talk.keyboard").async {
            var line = TalkLine()
            while let bytes = input.nextBytes() {
                for byte in bytes {
                    let (shown, entry) = line.take(byte, choices: choices())
                    if !shown.isEmpty { echo.text(shown) }
                    switch entry {
                    case .line(let text): continuation.yield(text)
                    case .end: return continuation.finish()
                    case nil: break
                    }
                }
            }
            continuation.finish()
        }
    }

    deinit { close() }

    /// Returns the next line; nil at the end.
    func next() async -> String? {
        // Iterators of a stream share its buffer, and one task reads at a time.
        var iterator = lines.makeAsyncIterator()
        return await iterator.next()
    }

    /// Ends the lines and restores the terminal's settings.
    func close() {
        input.close()
        continuation.finish()
    }
}
