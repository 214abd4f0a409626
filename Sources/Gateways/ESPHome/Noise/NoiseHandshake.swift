import CSaybusSodium

/// The handshake of the device's side with a key that both sides know: `NNpsk0` of the Noise Protocol Framework
/// (revision 34, sections 5 and 9).
struct NoiseHandshake: Sendable {
    /// The name of the protocol, which is hashed first.
    static let protocolName = "Noise_NNpsk0_25519_ChaChaPoly_SHA256"
    private static let keyLength = 32

    private var hash: [UInt8]
    private var chainingKey: [UInt8]
    private var cipher = NoiseCipher(key: [UInt8](repeating: 0, count: keyLength))
    private let preSharedKey: [UInt8]
    private let ephemeral: [UInt8]

    /// Begins a handshake.
    /// - Parameters:
    ///   - preSharedKey: The key of 32 bytes.
    ///   - prologue: The bytes before the handshake that both sides have seen.
    ///   - ephemeral: The secret key of this connection, 32 bytes; nil makes a random one.
    init(preSharedKey: [UInt8], prologue: [UInt8], ephemeral: [UInt8]? = nil) {
        // The name has more bytes than a hash.
        hash = NoiseHash.hash(Array(Self.protocolName.utf8))
        chainingKey = hash
        self.preSharedKey = preSharedKey
        var random = SystemRandomNumberGenerator()
        self.ephemeral = ephemeral ?? (0..<Self.keyLength).map { _ in UInt8.random(in: 0...255, using: &random) }
        mix(prologue)
    }

    /// Processes the client's message, and returns the device's and the two directions of the connection; nil when the
    /// client has another key.
    mutating func answer(_ message: [UInt8]) -> (message: [UInt8], receiving: NoiseCipher, sending: NoiseCipher)? {
        guard message.count >= Self.keyLength else { return nil }
        // -> psk, e
        mixKeyAndHash(preSharedKey)
        let remote = Array(message.prefix(Self.keyLength))
        mix(remote)
        mixKey(remote)
        let sealed = Array(message.dropFirst(Self.keyLength))
        guard cipher.decrypt(sealed, authenticating: hash) != nil else { return nil }
        mix(sealed)
        // <- e, ee
        var publicKey = [UInt8](repeating: 0, count: Self.keyLength)
        crypto_scalarmult_base(&publicKey, ephemeral)
        mix(publicKey)
        mixKey(publicKey)
        var shared = [UInt8](repeating: 0, count: Self.keyLength)
        // Refuses points of low order, which would give a secret that everybody knows.
        guard crypto_scalarmult(&shared, ephemeral, remote) == 0 else { return nil }
        mixKey(shared)
        let answer = publicKey + cipher.encrypt([], authenticating: hash)
        let keys = NoiseHash.derive(2, chainingKey: chainingKey, [])
        return (answer, NoiseCipher(key: keys[0]), NoiseCipher(key: keys[1]))
    }

    private mutating func mix(_ bytes: [UInt8]) { hash = NoiseHash.hash(hash + bytes) }

    private mutating func mixKey(_ material: [UInt8]) {
        let keys = NoiseHash.derive(2, chainingKey: chainingKey, material)
        (chainingKey, cipher) = (keys[0], NoiseCipher(key: keys[1]))
    }

    private mutating func mixKeyAndHash(_ material: [UInt8]) {
        let keys = NoiseHash.derive(3, chainingKey: chainingKey, material)
        chainingKey = keys[0]
        mix(keys[1])
        cipher = NoiseCipher(key: keys[2])
    }
}
