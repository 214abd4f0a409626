import ArgumentParser

// Options that several groups have are declared in each of them. A group within a group would cost every start of a
// program in a debug build: the parser checks each group five times, and what is in it five times as often.
extension ArgumentHelp {
    /// The help of `--key`.
    package static let key = ArgumentHelp(
        "This program's key on a bus with keys: a name from \"saybus keys list\", or a .secret file; default: SAYBUS_KEY.",
        valueName: "key")

    /// The help of `--server-key`.
    package static let serverKey = ArgumentHelp(
        "The broker's public key: a name, a .public file, or the key itself; default: SAYBUS_SERVER_KEY.",
        valueName: "key")

    /// The help of `--metrics`.
    package static let metrics = ArgumentHelp(
        "Serve metrics in Prometheus' format at this address, such as 127.0.0.1:9464, under /metrics. Port 0 takes a free one.",
        valueName: "host:port")
}
