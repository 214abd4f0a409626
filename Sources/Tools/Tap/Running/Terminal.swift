import Foundation
import Glibc

/// When to colour the output.
public enum ColorChoice: String, Sendable, CaseIterable {
    /// On a terminal that is not dumb, unless `NO_COLOR` is set (after no-color.org).
    case auto
    /// Always, also into files and pipes.
    case always
    /// Never.
    case never
}

/// Where the lines go.
public struct Terminal: Sendable {
    /// The file descriptor.
    public let descriptor: Int32
    /// Whether a person reads there.
    public let isTerminal: Bool

    /// Standard output.
    public static let standardOutput = Terminal(descriptor: STDOUT_FILENO)

    /// Looks what a descriptor is.
    public init(descriptor: Int32) {
        self.descriptor = descriptor
        isTerminal = isatty(descriptor) == 1
    }

    /// Its columns now, since windows change; nil where lines may be of any length.
    public var columns: Int? { size.flatMap { $0.ws_col > 0 ? Int($0.ws_col) : nil } }

    /// Its rows now; nil where there is no screen.
    public var rows: Int? { size.flatMap { $0.ws_row > 0 ? Int($0.ws_row) : nil } }

    private var size: winsize? {
        guard isTerminal else { return nil }
        var size = winsize()
        return ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 ? size : nil
    }

    /// Whether to colour.
    public func isColored(
        _ choice: ColorChoice, environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> Bool {
        switch choice {
        case .always: true
        case .never: false
        case .auto: isTerminal && environment["TERM"] != "dumb" && (environment["NO_COLOR"] ?? "").isEmpty
        }
    }
}
