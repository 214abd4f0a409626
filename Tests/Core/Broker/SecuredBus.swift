import Foundation
import Logging
import SaybusBroker
import SaybusBus
import SaybusMessages
import SaybusTesting

/// A broker with keys in the test's own process, with the keys and policy for it.
final class SecuredBus: Sendable {
    let folder: String
    let keys: KeyDirectory
    let address: BusAddress
    let broker: Broker

    /// Starts a broker. `users` is the policy's text below `users:`; a key is made for each name in it.
    init(_ users: [String: String], tcp: Bool = false) throws {
        folder = NSTemporaryDirectory() + "saybus-secured-" + UUID().uuidString.prefix(13).lowercased()
        keys = KeyDirectory(folder + "/keys")
        address = tcp ? try FreePort.busAddress() : try BusAddress("ipc://\(folder)/bus")
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        for name in ["broker", "stranger"] + users.keys { _ = try keys.make(name) }
        let security = try BrokerSecurity(
            key: keys.secret("broker"), policy: Self.policy(users, in: folder, keys))
        broker = try Broker(at: address, security: security, logger: TestBus.quiet)
    }

    deinit {
        broker.close()
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Replaces the policy.
    func reload(_ users: [String: String]) throws { broker.reload(try Self.policy(users, in: folder, keys)) }

    private static func policy(_ users: [String: String], in folder: String, _ keys: KeyDirectory) throws -> Policy {
        let text = "users:\n" + users.map { "  \($0.key): {\($0.value)}\n" }.joined()
        let file = "\(folder)/\(UUID().uuidString).yaml"
        try (users.isEmpty ? "users: {}" : text).write(toFile: file, atomically: true, encoding: .utf8)
        // A umask of 002 would let the group write it.
        chmod(file, 0o644)
        return try Policy(file: file, keys: keys)
    }

    /// Connects with a key, or without one.
    func connect(
        _ role: Role, key: String?, serverKey: String = "broker", tracking: [any BusMessage.Type] = [],
        logger: Logger = TestBus.quiet
    ) throws -> Bus {
        var address = address
        if let key { address.credentials = try Credentials(keys.secret(key), serverKey: keys.publicKey(serverKey)) }
        guard let source = Source(role: role, instance: "test") else {
            throw BusError(.badAddress, "\(role) is no role")
        }
        return try Bus(at: address, as: source, tracking: tracking, logger: logger)
    }
}
