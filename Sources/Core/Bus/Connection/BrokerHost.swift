import Foundation
import SaybusSupport

/// The host of a tcp bus.
enum BrokerHost {
    /// The time for a look-up. The system's resolver knows no deadline, and waits many seconds for a name server that
    /// is silent.
    private static let lookUpTime = Duration.seconds(2)

    /// Returns the error when the host's name cannot be resolved, so that no broker can answer; nil when it can, and
    /// for a bus that has no name to resolve.
    static func failure(at address: BusAddress) async -> BusError? {
        guard let name = name(in: address) else { return nil }
        let status = Watched<Int32?>(nil)
        Thread.detachNewThread {
            let found = lookUp(name)
            status.change { $0 = found }
        }
        _ = await status.wait(within: lookUpTime) { $0 != nil }
        let found = status.value
        guard found != 0 else { return nil }
        let reason = found.map { String(cString: gai_strerror($0)) } ?? "no name server answers in time"
        return BusError(
            .noBroker,
            "the name \(name) in \(address) cannot be resolved (\(reason)); check its spelling and the network, or take the machine's IP address"
        )
    }

    /// Returns the name that libzmq looks up; nil for ipc and for an address of IP version 6.
    private static func name(in address: BusAddress) -> String? {
        guard address.directory == nil, let colon = address.publishEndpoint.lastIndex(of: ":") else { return nil }
        // A network interface of this machine may stand before the host.
        let host = address.publishEndpoint[..<colon].dropFirst("tcp://".count).split(separator: ";").last
        return host.flatMap { $0.hasPrefix("[") ? nil : String($0) }
    }

    /// Looks up a name, as libzmq does: an address of IP version 4. Blocks.
    /// - Returns: The status of `getaddrinfo`; 0 when there is an address.
    private static func lookUp(_ name: String) -> Int32 {
        var hints = addrinfo()
        hints.ai_family = AF_INET
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        let status = getaddrinfo(name, nil, &hints, &list)
        if let list { freeaddrinfo(list) }
        return status
    }
}
