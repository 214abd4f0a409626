import ArgumentParser
import SaybusBus
import SaybusStage

/// The options of commands that connect to a running bus.
struct ClientOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The address of the bus: ipc:///directory or tcp://host:port.",
            discussion:
                "Default: the environment's SAYBUS_BUS, else ipc://$XDG_RUNTIME_DIR/saybus, else ipc:///tmp/saybus-<uid>.",
            valueName: "url"))
    var bus: String?

    @Option(
        help: ArgumentHelp(
            "The time to wait for the broker and the stages to be ready, in seconds. A broker has at least 2 s to answer.",
            valueName: "seconds"))
    var wait: Double = 0

    @Option(help: .key) var key: String?

    @Option(help: .serverKey) var serverKey: String?

    func validate() throws {
        guard wait >= 0, wait <= 86_400 else { throw ValidationError("--wait takes 0 to 86400 seconds.") }
    }

    func address() throws(BusError) -> BusAddress {
        try BusAddress.chosen(bus).with(key: key, serverKey: serverKey)
    }

    /// The value of `--wait`.
    var waitDuration: Duration { .milliseconds(Int(wait * 1000)) }
}

/// Parses a time limit in seconds.
func duration(_ seconds: Double, option: String) throws -> Duration {
    guard seconds > 0, seconds <= 86_400 else {
        throw ValidationError("\(option) takes more than 0 and at most 86400 seconds.")
    }
    return .milliseconds(max(1, Int(seconds * 1000)))
}
