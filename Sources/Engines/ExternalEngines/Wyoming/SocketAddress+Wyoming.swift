import SaybusStage

extension SocketAddress {
    /// Reads the value of `--address` for a Wyoming server.
    /// - Throws: `StageFailure` with code `usage` when there is none, or it is invalid.
    package static func wyoming(_ option: String?) throws(StageFailure) -> SocketAddress {
        guard let address = option.flatMap(SocketAddress.init) else {
            throw StageFailure(.usage, "--engine wyoming needs --address tcp://host:port or unix:///path")
        }
        return address
    }
}
