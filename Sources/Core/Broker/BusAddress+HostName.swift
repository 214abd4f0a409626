import SaybusBus

extension BusAddress {
    /// A sentence on a tcp host to which the broker cannot bind, since it is a name: libzmq takes the number of an
    /// address or the name of a network interface. Nil for numbers, and for ipc.
    var hostNameProblem: String? {
        guard directory == nil else { return nil }
        let place = publishEndpoint.dropFirst("tcp://".count)
        guard let colon = place.lastIndex(of: ":") else { return nil }
        let (host, port) = (place[..<colon], place[colon...])
        // A number of IP version 6 stands in brackets.
        guard !host.hasPrefix("["), host.contains(where: \.isLetter) else { return nil }
        return
            "\(host) is neither the number of an address nor a network interface of this machine; choose --bus tcp://127.0.0.1\(port), or tcp://0.0.0.0\(port) for all its addresses"
    }
}
