import ArgumentParser
import SaybusBus
import SaybusMessages

/// The options that every program on the bus has.
public struct BusOptions: ParsableArguments, Sendable {
    /// The address of the bus.
    @Option(
        help: ArgumentHelp(
            "The address of the bus: ipc:///directory or tcp://host:port (publishers use the port, subscribers the next one).",
            discussion:
                "Default: the environment's SAYBUS_BUS, else ipc://$XDG_RUNTIME_DIR/saybus, else ipc:///tmp/saybus-<uid>.",
            valueName: "url"))
    public var bus: String?

    /// The session to take part in.
    @Option(help: ArgumentHelp("The conversation (session), such as a room's name.", valueName: "name"))
    public var session: String?

    /// The lowest level that is logged.
    @Option(help: "The log level. Logs go to standard error.")
    public var logLevel: LogLevel = .notice

    /// The format of logs; nil takes that of the environment: see ``LogFormat/ofEnvironment``.
    @Option(
        help: ArgumentHelp(
            "The format of logs: text; json, one object a line; or journal, entries of systemd's journal with fields. Default: the environment's SAYBUS_LOG, else text, or journal for a service of systemd.",
            valueName: "format"))
    public var log: LogFormat?

    /// Seconds to wait for a broker.
    @Option(help: ArgumentHelp("The time to wait for the broker, in seconds.", valueName: "seconds"))
    public var wait: Double = 10

    /// The program's own key.
    @Option(help: .key) public var key: String?

    /// The broker's public key: a key's name, the path of a `.public` file, or the key itself in Z85.
    @Option(help: .serverKey) public var serverKey: String?

    /// Creates options with their default values, for the parser.
    public init() {}

    /// Checks the options beyond their syntax.
    public func validate() throws {
        guard wait >= 0, wait <= 86_400 else { throw ValidationError("--wait takes 0 to 86400 seconds.") }
        if let session, Session(rawValue: session) == nil {
            throw ValidationError(
                "--session takes 1 to 64 letters a to z, digits, dots, underscores or hyphens, not \"\(session)\".")
        }
    }

    /// Returns the address that the options or the environment choose, with its keys.
    public func address() throws(BusError) -> BusAddress {
        try BusAddress.chosen(bus).with(key: key, serverKey: serverKey)
    }

    /// The session to take part in; nil when none was named.
    public var chosenSession: Session? { session.flatMap(Session.init(rawValue:)) }

    /// The time to wait for a broker: ``wait`` as a duration.
    public var brokerTimeout: Duration { .milliseconds(Int(wait * 1000)) }
}
