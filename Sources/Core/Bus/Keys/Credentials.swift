import Foundation
import SaybusMessages
import SaybusZeroMQ

/// The CURVE keys (RFC 26) of a connection in Z85: the client's key pair, and the broker's public key. Client
/// and broker authenticate each other with them.
public struct Credentials: Sendable, Hashable, CustomStringConvertible {
    /// The readable name of the client's key, which is the name of its file.
    public let name: String
    /// The client's public key, which the broker's policy names.
    public let publicKey: String
    /// The client's secret key, which never leaves the process.
    public let secretKey: String
    /// The broker's public key: the client trusts no other broker.
    public let serverKey: String

    /// Creates credentials from the client's key file and the broker's public key.
    /// - Throws: ``BusError`` with code `badKey` when the file has no secret half.
    public init(_ key: KeyFile, serverKey: String) throws(BusError) {
        guard let secretKey = key.secretKey else {
            throw BusError(.badKey, "the key \"\(key.name)\" has no secret half here: name its .secret file")
        }
        (name, publicKey, self.secretKey, self.serverKey) = (key.name, key.publicKey, secretKey, serverKey)
    }

    /// The key's name, without the secret.
    public var description: String { "key \"\(name)\"" }

    var pair: CurveKeyPair {
        get throws(ZeroMQError) { try CurveKeyPair(secretKey: secretKey) }
    }

    /// Returns the session in which the broker publishes its refusals to the owner of a key: the key in
    /// hexadecimal digits.
    package static func refusalSession(publicKey: String) -> Session? {
        guard let bytes = Z85.decode(publicKey), bytes.count == 32 else { return nil }
        return Session(rawValue: bytes.map { String(format: "%02x", $0) }.joined())
    }

    /// Returns the session in which the broker publishes its refusals to the programs of a user of this machine.
    package static func refusalSession(machineUser id: UInt32) -> Session? { Session(rawValue: "uid.\(id)") }
}

extension BusAddress {
    /// Returns the address with the given keys, or else with those of `SAYBUS_KEY` and `SAYBUS_SERVER_KEY`.
    /// - Parameters:
    ///   - key: The client's key: a name in the key directory, or the path of a secret file.
    ///   - serverKey: The broker's public key: a name, the path of a public file, or the key itself.
    ///   - environment: The environment variables of the process.
    /// - Throws: ``BusError`` with code `badKey`, also when only one of the two is given.
    public func with(
        key: String?, serverKey: String?, environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(BusError) -> BusAddress {
        func chosen(_ value: String?, _ variable: String) -> String? {
            (value ?? environment[variable]).flatMap { $0.isEmpty ? nil : $0 }
        }
        let own = chosen(key, "SAYBUS_KEY")
        let server = chosen(serverKey, "SAYBUS_SERVER_KEY")
        guard own != nil || server != nil else { return self }
        guard let own else {
            throw BusError(
                .badKey,
                "the broker's key is given, but not our own: add --key NAME or SAYBUS_KEY; make one with: saybus keys new NAME"
            )
        }
        guard let server else {
            throw BusError(
                .badKey,
                "our key is given, but not the broker's: add --server-key NAME or SAYBUS_SERVER_KEY, with the public key that the broker's machine shows with: saybus keys list"
            )
        }
        let directory = KeyDirectory(environment: environment)
        var address = self
        address.credentials = try Credentials(directory.secret(own), serverKey: directory.publicKey(server))
        return address
    }
}
