import Foundation
import SaybusMessages
import SaybusZeroMQ

/// How a client shows who it is, and how it knows the broker: CURVE keys (RFC 26) in Z85.
public struct Credentials: Sendable, Hashable, CustomStringConvertible {
    /// What the client's key is called, for people: its file's name.
    public let name: String
    /// The client's key as the broker's policy knows it.
    public let publicKey: String
    /// Its secret half.
    public let secretKey: String
    /// The broker's public key: no other broker is believed.
    public let serverKey: String

    /// From a key with its secret half and the broker's public key.
    public init(_ key: KeyFile, serverKey: String) throws(BusError) {
        guard let secretKey = key.secretKey else {
            throw BusError(.badKey, "the key \"\(key.name)\" has no secret half here: name its .secret file")
        }
        (name, publicKey, self.secretKey, self.serverKey) = (key.name, key.publicKey, secretKey, serverKey)
    }

    /// Its name; never the secret.
    public var description: String { "key \"\(name)\"" }

    var pair: CurveKeyPair {
        get throws(ZeroMQError) { try CurveKeyPair(secretKey: secretKey) }
    }

    /// The session in which the broker tells the owner of a key what it has been refused: the key in hexadecimal digits.
    package static func refusalSession(publicKey: String) -> Session? {
        guard let bytes = Z85.decode(publicKey), bytes.count == 32 else { return nil }
        return Session(rawValue: bytes.map { String(format: "%02x", $0) }.joined())
    }
}

extension BusAddress {
    /// The address with the keys of the command line, else of `SAYBUS_KEY` and `SAYBUS_SERVER_KEY`.
    /// - Parameters:
    ///   - key: Our own: a name in the key directory, or the path of a secret file.
    ///   - serverKey: The broker's: a name, the path of a public file, or the key itself.
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
