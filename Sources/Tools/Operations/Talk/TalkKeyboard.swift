import Dispatch
import Foundation
import SaybusSupport
import SaybusTerminal
import Synchronization

/// The keyboard of `saybus talk`, which gives the lines of a ``TalkLine``. Ctrl-C still sends its signal.
///
/// ``close()`` gives the terminal its settings back; deinitialization calls it.
final class TalkKeyboard: Sendable {
    private let lines: AsyncStream<String>
    private let continuation: AsyncStream<String>.Continuation
    private let input: InterruptibleWait
    private let saved: termios
    private let isClosed = Mutex(false)

    /// Takes the terminal; nil if standard input is none, or this process runs in its background.
    /// - Parameters:
    ///   - choices: Returns the number of options of the open question.
    ///   - echo: Shows what is typed.
    init?(choices: @escaping @Sendable () -> Int, echo: TextOutput) {
        var settings = termios()
        guard isatty(STDIN_FILENO) == 1, tcgetpgrp(STDIN_FILENO) == getpgrp(),
            tcgetattr(STDIN_FILENO, &settings) == 0, let input = try? InterruptibleWait()
        else { return nil }
        saved = settings
        settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
        // Ctrl-Z would leave the terminal without echo.
        withUnsafeMutableBytes(of: &settings.c_cc) { $0[Int(VSUSP)] = 0 }
        _ = tcsetattr(STDIN_FILENO, TCSADRAIN, &settings)
        // What is typed while a turn runs; beyond that many lines nobody knows any more what they were.
        let (lines, continuation) = AsyncStream.makeStream(of: String.self, bufferingPolicy: .bufferingNewest(16))
        (self.lines, self.continuation, self.input) = (lines, continuation, input)
        DispatchQueue(label: "saybus-talk.keyboard").async {
            var line = TalkLine()
            var bytes = [UInt8](repeating: 0, count: 256)
            while let end = try? input.wait(for: STDIN_FILENO, POLLIN), end.isFree(for: POLLIN) {
                let count = read(STDIN_FILENO, &bytes, bytes.count)
                guard count > 0 else { break }
                for byte in bytes[..<count] {
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

    /// Gives the terminal back.
    func close() {
        let isFirst = isClosed.withLock { isClosed in
            defer { isClosed = true }
            return !isClosed
        }
        guard isFirst else { return }
        input.interrupt()
        continuation.finish()
        var settings = saved
        _ = tcsetattr(STDIN_FILENO, TCSADRAIN, &settings)
    }
}
