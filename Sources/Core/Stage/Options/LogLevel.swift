import ArgumentParser
import Logging

/// The lowest level that is logged: swift-log's levels.
public enum LogLevel: String, ExpressibleByArgument, CaseIterable, Sendable {
    /// The levels, from the finest detail to the worst error.
    case trace, debug, info, notice, warning, error, critical

    /// The same level as swift-log's type.
    public var level: Logger.Level { Logger.Level(rawValue: rawValue) ?? .notice }
}
