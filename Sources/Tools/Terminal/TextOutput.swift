import Foundation
import SaybusMessages
import SaybusStage
import Synchronization

/// A destination of lines for people. Lines remain whole when several tasks write.
public struct TextOutput: Sendable {
    /// The colours of the output.
    public let style: Style
    private let put: @Sendable (String) -> Void
    private let descriptor: Int32?

    /// The current number of columns of the terminal; nil when the output is none.
    public var columns: Int? {
        var size = winsize()
        guard let descriptor, isatty(descriptor) == 1, ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0
        else { return nil }
        return Int(size.ws_col)
    }

    /// Creates an output that hands each text to a closure, which may be called from any thread.
    public init(style: Style = Style(isColoured: false), _ put: @escaping @Sendable (String) -> Void) {
        (self.style, self.put, descriptor) = (style, put, nil)
    }

    private init(style: Style, descriptor: Int32?, put: @escaping @Sendable (String) -> Void) {
        (self.style, self.descriptor, self.put) = (style, descriptor, put)
    }

    /// Returns an output with the same style and columns that hands each text to a closure.
    func replaced(by put: @escaping @Sendable (String) -> Void) -> TextOutput {
        TextOutput(style: style, descriptor: descriptor, put: put)
    }

    /// This process's standard output. When its reader has gone, as `| head` does, this process ends as by `SIGPIPE`:
    /// nobody wants more of it.
    public static let standardOutput = TextOutput(descriptor: STDOUT_FILENO) {
        if $0 == EPIPE { TextOutput.endByBrokenPipe() }
        LostOutput.shared.record($0)
    }
    /// This process's standard output, of a program whose work goes on when nobody reads any more.
    public static let lastingStandardOutput = TextOutput(descriptor: STDOUT_FILENO) {
        if $0 != EPIPE { LostOutput.shared.record($0) }
    }
    /// This process's standard error.
    public static let standardError = TextOutput(descriptor: StandardError.shared.descriptor)

    /// Ends this process as a program ends that has not heard of `SIGPIPE`.
    private static func endByBrokenPipe() -> Never {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        signal(SIGPIPE, SIG_DFL)
        raise(SIGPIPE)
        // The first process of a container is not ended by signals.
        _exit(128 + SIGPIPE)
    }

    /// - Parameter lost: Called with the error number when writing fails: `EPIPE` when the reader has closed the pipe.
    private init(descriptor: Int32, lost: @escaping @Sendable (Int32) -> Void = { _ in }) {
        let lock = Mutex(())
        (style, self.descriptor) = (Style(for: descriptor), descriptor)
        put = { text in
            lock.withLock { _ in
                var rest = Array(text.utf8)[...]
                while !rest.isEmpty {
                    let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
                    if count < 0, errno == EINTR { continue }
                    guard count > 0 else {
                        if count < 0 { lost(errno) }
                        return
                    }
                    rest = rest.dropFirst(count)
                }
            }
        }
    }

    /// Writes a line.
    public func line(_ text: String) { put(text + "\n") }

    /// Writes a line of JSON, with escapes in place of characters that a terminal would interpret.
    public func json(_ text: String) { put(text.jsonSafeForTerminal + "\n") }

    /// Writes text as it is.
    public func text(_ text: String) { put(text) }
}
