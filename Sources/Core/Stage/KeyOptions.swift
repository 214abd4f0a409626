import ArgumentParser
import SaybusBus

/// The options for the keys of a program, for a bus that uses keys.
public struct KeyOptions: ParsableArguments, Sendable {
    /// The program's own key.
    @Option(
        help: ArgumentHelp(
            "This program's key on a bus with keys: a name from \"saybus keys list\", or a .secret file; default: SAYBUS_KEY.",
            valueName: "key"))
    public var key: String?

    /// The broker's public key.
    @Option(
        help: ArgumentHelp(
            "The broker's public key: a name, a .public file, or the key itself; default: SAYBUS_SERVER_KEY.",
            valueName: "key"))
    public var serverKey: String?

    /// Creates options with their default values, for the parser.
    public init() {}

    /// Returns a bus's address with the keys that the options or the environment name.
    public func address(_ bus: String?) throws(BusError) -> BusAddress {
        try BusAddress.chosen(bus).with(key: key, serverKey: serverKey)
    }
}
