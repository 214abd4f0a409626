import SaybusZeroMQ

extension Socket {
    /// Makes the socket notice a peer that has gone without a word, as on a machine that was switched off.
    ///
    /// Over ipc the kernel reports that the peer has gone, so a heartbeat could only mistake a slow peer for a lost
    /// one.
    package mutating func setHeartbeat(at address: BusAddress) throws(ZeroMQError) {
        guard address.directory == nil else { return }
        try set(.heartbeatInterval(milliseconds: 1000))
        try set(.heartbeatTimeout(milliseconds: 3000))
        try set(.heartbeatTTL(milliseconds: 3000))
    }
}
