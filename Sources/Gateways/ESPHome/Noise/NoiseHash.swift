import CSaybusSodium

/// SHA-256 and the functions that the Noise protocol makes of it (Noise Protocol Framework, revision 34, section 4.3).
enum NoiseHash {
    /// The length of a hash in bytes.
    static let length = 32

    /// Whether the library has chosen the fastest code for this processor.
    private static let isPrepared = sodium_init() >= 0

    /// Returns the hash of some bytes.
    static func hash(_ bytes: [UInt8]) -> [UInt8] {
        _ = isPrepared
        var result = [UInt8](repeating: 0, count: length)
        crypto_hash_sha256(&result, bytes, UInt64(bytes.count))
        return result
    }

    /// Returns the keyed hash of some bytes (RFC 2104). The key has 32 bytes.
    static func keyedHash(_ bytes: [UInt8], key: [UInt8]) -> [UInt8] {
        var result = [UInt8](repeating: 0, count: length)
        crypto_auth_hmacsha256(&result, bytes, UInt64(bytes.count), key)
        return result
    }

    /// Derives keys from key material (RFC 5869).
    static func derive(_ count: Int, chainingKey: [UInt8], _ material: [UInt8]) -> [[UInt8]] {
        let key = keyedHash(material, key: chainingKey)
        var keys: [[UInt8]] = []
        for number in 1...count { keys.append(keyedHash((keys.last ?? []) + [UInt8(number)], key: key)) }
        return keys
    }
}
