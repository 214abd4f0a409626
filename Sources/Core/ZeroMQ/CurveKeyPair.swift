import CSaybusZeroMQ
import Glibc

/// A CURVE key pair (RFC 26), as 40 characters of Z85 (RFC 32) each.
public struct CurveKeyPair: Sendable, Equatable, CustomStringConvertible {
    /// The public key, which may be shown to anyone.
    public let publicKey: String
    /// The secret key. Anyone who has it can pose as its owner.
    public let secretKey: String

    /// The public key, without the secret one.
    public var description: String { "key pair \(publicKey)" }

    /// Generates a new pair.
    public static func generate() throws(ZeroMQError) -> CurveKeyPair {
        var publicKey = [CChar](repeating: 0, count: 41)
        var secretKey = [CChar](repeating: 0, count: 41)
        if zmq_curve_keypair(&publicKey, &secretKey) != 0 { throw .last("make a key pair") }
        return CurveKeyPair(publicKey: text(publicKey), secretKey: text(secretKey))
    }

    /// Creates the pair of a secret key, whose public key is derived from it.
    /// - Throws: ``ZeroMQError`` with code `invalidArgument` when the text is no key.
    public init(secretKey: String) throws(ZeroMQError) {
        var publicKey = [CChar](repeating: 0, count: 41)
        guard secretKey.utf8.count == 40, zmq_curve_public(&publicKey, secretKey) == 0 else {
            throw ZeroMQError(number: EINVAL, operation: "read a secret key (40 characters of Z85)")
        }
        self.init(publicKey: Self.text(publicKey), secretKey: secretKey)
    }

    private init(publicKey: String, secretKey: String) { (self.publicKey, self.secretKey) = (publicKey, secretKey) }

    private static func text(_ characters: [CChar]) -> String {
        String(decoding: characters.prefix(40).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
