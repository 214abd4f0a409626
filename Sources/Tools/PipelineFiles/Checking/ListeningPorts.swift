import SaybusTelemetry

/// The ports at which the programs of a machine listen. Pure.
struct ListeningPorts {
    private var owners: [(address: ListeningAddress, name: String)] = []

    /// Adds the address of a program.
    /// - Returns: The program that has the port already, which may be the same one; nil when it is free.
    @discardableResult
    mutating func add(_ address: ListeningAddress, of name: String) -> String? {
        // The system chooses a free port for each that asks for 0.
        guard address.port != 0 else { return nil }
        let other = owners.first { $0.address.port == address.port && Self.overlap($0.address.host, address.host) }
        owners.append((address, name))
        return other?.name
    }

    /// Returns the addresses at which a program listens.
    /// - Parameters:
    ///   - arguments: Its arguments.
    ///   - program: Its name without `saybus-`.
    static func addresses(of arguments: [String], of program: String) -> [ListeningAddress] {
        func value(_ option: String) -> String? { Self.value(of: option, in: arguments) }
        func tcp(_ url: String?) -> ListeningAddress? {
            guard let url, url.hasPrefix("tcp://") else { return nil }
            return ListeningAddress(String(url.dropFirst(6)))
        }
        let own: [ListeningAddress?] =
            switch program {
            case "broker":
                // Subscribers use the next port.
                [tcp(value("--bus")), tcp(value("--bus")).map { ListeningAddress(host: $0.host, port: $0.port + 1) }]
            case "console": [ListeningAddress(value("--http") ?? "127.0.0.1:8765")]
            case "wyoming": [tcp(value("--uri") ?? "tcp://127.0.0.1:10700")]
            case "esphome": [ListeningAddress("\(value("--host") ?? "0.0.0.0"):\(value("--port") ?? "6053")")]
            default: []
            }
        return (own + [value("--metrics").flatMap { ListeningAddress($0) }]).compactMap(\.self)
    }

    /// Returns whether two hosts' names may stand for one address of a machine.
    private static func overlap(_ one: String, _ other: String) -> Bool {
        let hosts = [one, other].map { $0.lowercased() == "localhost" ? "127.0.0.1" : $0 }
        return includes(hosts[0], hosts[1]) || includes(hosts[1], hosts[0])
    }

    /// Returns whether a host's name stands for another one, too.
    private static func includes(_ host: String, _ other: String) -> Bool {
        switch host {
        case "::", "*": true
        // All addresses of IPv4.
        case "0.0.0.0": !other.contains(":")
        default: host == other
        }
    }

    /// Returns the value of an option, which stands behind it or is joined to it by an equals sign.
    private static func value(of option: String, in arguments: [String]) -> String? {
        for (index, argument) in arguments.enumerated() {
            if argument == option { return index + 1 < arguments.count ? arguments[index + 1] : nil }
            if argument.hasPrefix(option + "=") { return String(argument.dropFirst(option.count + 1)) }
        }
        return nil
    }
}
