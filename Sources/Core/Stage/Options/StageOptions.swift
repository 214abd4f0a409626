import ArgumentParser
import Logging
import SaybusBus
import SaybusMessages

/// The options that every program on the bus has.
public struct BusOptions: ParsableArguments, Sendable {
    /// Where the bus is.
    @Option(
        help: ArgumentHelp(
            "Where the bus is: ipc:///directory or tcp://host:port (publishers use the port, subscribers the next one).",
            discussion:
                "Default: the environment's SAYBUS_BUS, else ipc://$XDG_RUNTIME_DIR/saybus, else ipc:///tmp/saybus-<uid>.",
            valueName: "url"))
    public var bus: String?

    /// Which conversation.
    @Option(help: ArgumentHelp("The conversation to take part in, such as a room's name.", valueName: "name"))
    public var session: String?

    /// How much to log.
    @Option(help: "How much to log to standard error.")
    public var logLevel: LogLevel = .notice

    /// How long to wait for a broker.
    @Option(help: ArgumentHelp("How many seconds to wait for a broker before giving up.", valueName: "seconds"))
    public var wait: Double = 10

    /// The keys.
    @OptionGroup public var keys: KeyOptions

    /// The parser makes them.
    public init() {}

    /// Checks what the parser cannot.
    public func validate() throws {
        guard wait >= 0, wait <= 86_400 else { throw ValidationError("--wait takes 0 to 86400 seconds.") }
        if let session, Session(rawValue: session) == nil {
            throw ValidationError(
                "--session takes 1 to 64 letters, digits, dots, underscores or hyphens, not \"\(session)\".")
        }
    }

    /// The address that the options and the environment give.
    public func address() throws(BusError) -> BusAddress { try keys.address(bus) }

    /// The conversation; nil when none was named.
    public var chosenSession: Session? { session.flatMap(Session.init(rawValue:)) }

    /// How long to wait for a broker.
    public var patience: Duration { .milliseconds(Int(wait * 1000)) }
}

/// The options that every stage has.
public struct StageOptions: ParsableArguments {
    /// What all programs on the bus have.
    @OptionGroup public var common: BusOptions

    /// This process's name among those of its role.
    @Option(
        help: ArgumentHelp(
            "This process's name among those of its role; default: engine and process id.", valueName: "name"))
    public var instance: String?

    /// The parser makes them.
    public init() {}

    /// Checks what the parser cannot.
    public func validate() throws {
        if let instance, Source(role: "stage", instance: instance) == nil {
            throw ValidationError(
                "--instance takes 1 to 64 letters, digits, dots, underscores or hyphens, not \"\(instance)\".")
        }
    }
}

/// How much to log: swift-log's levels.
public enum LogLevel: String, ExpressibleByArgument, CaseIterable, Sendable {
    /// From the finest detail to the worst.
    case trace, debug, info, notice, warning, error, critical

    /// swift-log's level.
    public var level: Logger.Level { Logger.Level(rawValue: rawValue) ?? .notice }
}
