import Foundation
import Glibc

/// The use of colour in the output.
public enum ColorChoice: String, Sendable, CaseIterable {
    /// On a terminal, unless `TERM` is `dumb` or `NO_COLOR` is set (after no-color.org).
    case auto
    /// Always, also into files and pipes.
    case always
    /// Not even on a terminal.
    case never
}

/// A file descriptor that lines are written to, which may be a terminal.
public struct Terminal: Sendable {
    /// The file descriptor.
    let descriptor: Int32
    /// Whether the descriptor is a terminal.
    let isTerminal: Bool

    static let standardOutput = Terminal(descriptor: STDOUT_FILENO)

    /// Examines a descriptor.
    init(descriptor: Int32) {
        self.descriptor = descriptor
        isTerminal = isatty(descriptor) == 1
    }

    /// The current number of columns; nil if lines may have any length.
    var columns: Int? { size.flatMap { $0.ws_col > 0 ? Int($0.ws_col) : nil } }

    /// The current number of rows; nil if there is no screen.
    var rows: Int? { size.flatMap { $0.ws_row > 0 ? Int($0.ws_row) : nil } }

    private var size: winsize? {
        guard isTerminal else { return nil }
        var size = winsize()
        return ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 ? size : nil
    }

    /// Returns whether to colour the output.
    func isColored(
        _ choice: ColorChoice, environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> Bool {
        switch choice {
        case .always: true
        case .never: false
        case .auto: isTerminal && environment["TERM"] != "dumb" && (environment["NO_COLOR"] ?? "").isEmpty
        }
    }
}
