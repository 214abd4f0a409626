import Foundation
import SaybusTesting
import Testing

@testable import SaybusESPHome

@Suite("Encryption of ESPHome's native API")
struct NoiseTests {
    private static func bytes(_ hex: String) -> [UInt8] {
        stride(from: 0, to: hex.count, by: 2).compactMap { UInt8(hex.dropFirst($0).prefix(2), radix: 16) }
    }

    /// The key, and the random numbers of the device, for which the values below were computed by the Python package
    /// noiseprotocol 0.3.1.
    private static let key = (0..<32).map { UInt8($0) }
    private static let ephemeral = (64..<96).map { UInt8($0) }
    private static let prologue = Array("NoiseAPIInit".utf8) + [0, 0]
    private static let hello = bytes(
        "358072d6365880d1aeea329adf9121383851ed21a28e3b75e965d0d2cd1662548b18e980a5463f4f4ed6a227d01eebb1")
    private static let answer = bytes(
        "79a631eede1bf9c98f12032cdeadd0e7a079398fc786b88cc846ec89af85a51a08d629a47626962aacde23c4ab9801ba")

    @Test("the handshake and the first messages are those of another implementation, byte by byte")
    func knownAnswers() throws {
        var handshake = NoiseHandshake(preSharedKey: Self.key, prologue: Self.prologue, ephemeral: Self.ephemeral)
        let answered = handshake.answer(Self.hello)
        var (message, receiving, sending) = try #require(answered)
        #expect(message == Self.answer)
        #expect(receiving.decrypt(Self.bytes("c7d88cc3431cda44624fa86f6d5bf97f6a0cfab752")) == Array("hello".utf8))
        #expect(receiving.decrypt(Self.bytes("e45b1b99317e77cc09a39588d46afb80e8381c1369")) == Array("again".utf8))
        let welcome = sending.encrypt(Array("welcome".utf8))
        #expect(welcome == Self.bytes("f267e96f8d0b0c7ac74c8a491aeeecf12250150016a1dc"))
    }

    @Test("another key, another prologue, a changed or cut message, and a point of low order are no handshake")
    func refused() {
        var other = NoiseHandshake(preSharedKey: Self.key.reversed(), prologue: Self.prologue)
        #expect(other.answer(Self.hello) == nil)
        var elsewhere = NoiseHandshake(preSharedKey: Self.key, prologue: [1])
        #expect(elsewhere.answer(Self.hello) == nil)
        for place in Self.hello.indices {
            var handshake = NoiseHandshake(preSharedKey: Self.key, prologue: Self.prologue)
            var changed = Self.hello
            // The highest bit of the public key's last byte is ignored (RFC 7748), but it is hashed.
            changed[place] ^= 0x80
            #expect(handshake.answer(changed) == nil)
            #expect(handshake.answer(Array(Self.hello.prefix(place))) == nil)
        }
        var zero = NoiseHandshake(preSharedKey: Self.key, prologue: Self.prologue)
        #expect(zero.answer([UInt8](repeating: 0, count: 48)) == nil)
    }

    @Test("a changed message, one out of order and one that is too short are not decrypted")
    func tampered() {
        var sender = NoiseCipher(key: Self.key)
        let (first, second) = (sender.encrypt([1, 2, 3]), sender.encrypt([4]))
        for place in first.indices {
            var (receiver, changed) = (NoiseCipher(key: Self.key), first)
            changed[place] ^= 1
            #expect(receiver.decrypt(changed) == nil)
        }
        var receiver = NoiseCipher(key: Self.key)
        #expect(receiver.decrypt(second) == nil && receiver.decrypt([1]) == nil)
    }

    @Test("a key's file is made once for its owner, and a bad one is refused with what to do")
    func keyFile() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("key")
        let key = try EncryptionKey(file: path)
        #expect(try EncryptionKey(file: path) == key && EncryptionKey(key.text) == key && key.bytes.count == 32)
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber
        #expect(mode?.intValue == 0o600)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        #expect(throws: (any Error).self) { try EncryptionKey(file: path) }
        let short = try folder.write("short", "QUJD\n")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: short)
        #expect(throws: (any Error).self) { try EncryptionKey(file: short) }
    }
}
