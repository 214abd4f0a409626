import CSaybusSodium

/// One direction of an encrypted connection: ChaCha20-Poly1305 with a counter as the nonce (Noise Protocol Framework,
/// sections 5.1 and 12.3).
struct NoiseCipher: Sendable {
    /// The bytes that encryption adds.
    static let overhead = 16

    private let key: [UInt8]
    private var counter: UInt64 = 0

    /// Creates the direction. The key has 32 bytes.
    init(key: [UInt8]) { self.key = key }

    /// Encrypts a message.
    mutating func encrypt(_ bytes: [UInt8], authenticating data: [UInt8] = []) -> [UInt8] {
        var result = [UInt8](repeating: 0, count: bytes.count + Self.overhead)
        crypto_aead_chacha20poly1305_ietf_encrypt(
            &result, nil, bytes, UInt64(bytes.count), data, UInt64(data.count), nil, nextNonce(), key)
        return result
    }

    /// Decrypts a message; nil when it was made with another key, out of order, or changed on its way.
    mutating func decrypt(_ bytes: [UInt8], authenticating data: [UInt8] = []) -> [UInt8]? {
        guard bytes.count >= Self.overhead else { return nil }
        // One byte more than the message, since the address of an empty array's first byte is none.
        var result = [UInt8](repeating: 0, count: bytes.count - Self.overhead + 1)
        let status = crypto_aead_chacha20poly1305_ietf_decrypt(
            &result, nil, nil, bytes, UInt64(bytes.count), data, UInt64(data.count), nextNonce(), key)
        return status == 0 ? Array(result.dropLast()) : nil
    }

    private mutating func nextNonce() -> [UInt8] {
        defer { counter += 1 }
        return [0, 0, 0, 0] + (0..<8).map { UInt8(truncatingIfNeeded: counter >> ($0 * 8)) }
    }
}
