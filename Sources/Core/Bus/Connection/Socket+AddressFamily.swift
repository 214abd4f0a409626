import SaybusZeroMQ

extension Socket {
    /// Makes the socket use IP version 6 for a bus at such an address.
    ///
    /// For a name libzmq takes either version, and never tries the other one: with version 6 it would not find a broker
    /// at `0.0.0.0`, since Debian's `localhost` and most names of a local network have addresses of both.
    package mutating func setAddressFamily(of address: BusAddress) throws(ZeroMQError) {
        guard address.publishEndpoint.hasPrefix("tcp://[") else { return }
        try set(.ipv6(true))
    }
}
