import SaybusTerminal
import Synchronization

/// An output that keeps all text, for a test to read.
final class Page: Sendable {
    private let texts = Mutex("")
    private let style: Style

    init(isColoured: Bool = false) { style = Style(isColoured: isColoured) }

    var output: TextOutput { TextOutput(style: style) { [self] text in texts.withLock { $0 += text } } }
    var text: String { texts.withLock { $0 } }
    var lines: [String] { text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init) }
}
