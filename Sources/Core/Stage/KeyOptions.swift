import ArgumentParser
import SaybusBus

/// The keys of a program on a bus that wants them.
public struct KeyOptions: ParsableArguments, Sendable {
    /// Our own.
    @Option(
        help: ArgumentHelp(
            "Our key on a bus with keys: a name that \"saybus keys list\" shows, or a .secret file; default: SAYBUS_KEY.",
            valueName: "key"))
    public var key: String?

    /// The broker's.
    @Option(
        help: ArgumentHelp(
            "The broker's public key: a name, a .public file, or the key itself; default: SAYBUS_SERVER_KEY.",
            valueName: "key"))
    public var serverKey: String?

    /// The parser makes them.
    public init() {}

    /// A bus's address, with the keys that the options and the environment give.
    public func address(_ bus: String?) throws(BusError) -> BusAddress {
        try BusAddress.chosen(bus).with(key: key, serverKey: serverKey)
    }
}
