import Foundation
import Stage
import Synchronization

/// Where lines for people go: whole lines, also when several tasks write.
public struct TextOutput: Sendable {
    /// Its colours.
    public let style: Style
    private let put: @Sendable (String) -> Void

    /// An output that hands each text to a closure, which may be called from any thread.
    public init(style: Style = Style(isColoured: false), _ put: @escaping @Sendable (String) -> Void) {
        (self.style, self.put) = (style, put)
    }

    /// This process's standard output.
    public static let standardOutput = TextOutput(descriptor: STDOUT_FILENO)
    /// This process's standard error.
    public static let standardError = TextOutput(descriptor: StandardError.shared.descriptor)

    private init(descriptor: Int32) {
        let lock = Mutex(())
        self.init(style: Style(for: descriptor)) { text in
            lock.withLock { _ in
                var rest = Array(text.utf8)[...]
                while !rest.isEmpty {
                    let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
                    if count < 0, errno == EINTR { continue }
                    // Nobody reads any more: nothing is left to tell.
                    guard count > 0 else { return }
                    rest = rest.dropFirst(count)
                }
            }
        }
    }

    /// Writes a line.
    public func line(_ text: String) { put(text + "\n") }

    /// Writes text as it is.
    public func text(_ text: String) { put(text) }
}
