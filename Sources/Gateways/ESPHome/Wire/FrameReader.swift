/// A reader of frames of ESPHome's native API: plaintext, or encrypted after a handshake. Pure but for the random
/// numbers of the handshake.
///
/// A plaintext frame is a byte 0, the message's length and type as variable-length integers, and the message. An
/// encrypted frame is a byte 1, the length of the ciphertext as two bytes, and the ciphertext: the message's type and
/// length as two bytes each, and the message.
struct FrameReader: Sendable {
    /// The most bytes of a message.
    static let maximumSize = 65_535
    private static let (plain, encrypted): (UInt8, UInt8) = (0, 1)

    /// The bytes that have been read.
    enum Output: Sendable {
        /// Bytes for the peer.
        case send([UInt8])
        /// The handshake is over: all further frames are encrypted.
        case secured(NoiseCipher)
        /// A message of the peer.
        case message(type: Int, payload: [UInt8])
    }

    private enum State: Sendable {
        case start
        case plain
        case hello
        case handshake(NoiseHandshake)
        case secured(NoiseCipher)
    }

    private let key: EncryptionKey?
    private let name: String
    private let hardwareAddress: String
    private var state = State.start
    private var buffer: [UInt8] = []
    /// The place of the first byte of the next frame. The buffer is cut once for all frames that arrive at once: many
    /// small ones must not cost the square of their number.
    private var start = 0

    /// Creates a reader.
    /// - Parameters:
    ///   - key: The key without which no client may connect; nil takes plaintext only.
    ///   - device: The device, whose name the client is told before the handshake.
    init(key: EncryptionKey?, device: DeviceDescription) {
        (self.key, name, hardwareAddress) = (key, device.name, device.hardwareAddress)
    }

    /// Takes bytes of the peer.
    /// - Throws: ``ESPHomeError``, after which the connection cannot be used.
    mutating func receive(_ bytes: [UInt8]) throws(ESPHomeError) -> [Output] {
        buffer += bytes
        var outputs: [Output] = []
        while start < buffer.count {
            if case .start = state {
                try begin(buffer[start])
            }
            if case .plain = state {
                guard let message = try plainFrame() else { break }
                outputs.append(message)
            } else {
                guard let frame = try encryptedFrame() else { break }
                do throws(ESPHomeError) {
                    outputs += try process(frame)
                } catch {
                    // The client understands the reason only after the answer to its greeting.
                    var failure = error
                    for case .send(let bytes) in outputs.reversed() { failure.farewell = bytes + failure.farewell }
                    throw failure
                }
            }
        }
        buffer.removeFirst(start)
        start = 0
        return outputs
    }

    /// Writes a plaintext frame.
    static func plainFrame(type: Int, payload: [UInt8]) -> [UInt8] {
        [plain] + ProtobufWriter.varint(UInt64(payload.count)) + ProtobufWriter.varint(UInt64(type)) + payload
    }

    /// Writes an encrypted frame.
    static func frame(type: Int, payload: [UInt8], _ cipher: inout NoiseCipher) -> [UInt8] {
        frame(cipher.encrypt(two(type) + two(payload.count) + payload))
    }

    private static func frame(_ content: [UInt8]) -> [UInt8] { [encrypted] + two(content.count) + content }

    private static func two(_ number: Int) -> [UInt8] { [UInt8(number >> 8 & 0xFF), UInt8(number & 0xFF)] }

    private mutating func begin(_ first: UInt8) throws(ESPHomeError) {
        // The words are those of ESPHome's devices, by which clients recognize the reason.
        let words = Array("Bad indicator byte".utf8)
        switch (first, key) {
        case (Self.plain, nil): state = .plain
        case (Self.encrypted, .some): state = .hello
        case (Self.plain, .some):
            throw ESPHomeError(
                .encryption, "a client without encryption: give it the encryption key",
                farewell: Self.frame([1] + words))
        case (Self.encrypted, nil):
            throw ESPHomeError(
                .encryption, "a client with encryption, but this device was started without --encryption-key-file",
                farewell: [Self.plain] + words)
        default: throw ESPHomeError(.garbage, "a client that speaks another protocol")
        }
    }

    private mutating func plainFrame() throws(ESPHomeError) -> Output? {
        guard buffer[start] == Self.plain else {
            throw ESPHomeError(.garbage, "a frame begins with \(buffer[start])")
        }
        var rest = buffer[(start + 1)...]
        // Two integers of at most five bytes each; more cannot become valid.
        guard let length = ProtobufFields.varint(&rest), let type = ProtobufFields.varint(&rest) else {
            if buffer.count - start > 11 { throw ESPHomeError(.garbage, "a frame without a valid length") }
            return nil
        }
        guard length <= UInt64(Self.maximumSize), type <= 65_535 else {
            throw ESPHomeError(.tooLarge, "a message of \(length) bytes; \(Self.maximumSize) are allowed")
        }
        guard rest.count >= Int(length) else { return nil }
        let payload = Array(rest.prefix(Int(length)))
        start = rest.startIndex + Int(length)
        return .message(type: Int(type), payload: payload)
    }

    private mutating func encryptedFrame() throws(ESPHomeError) -> [UInt8]? {
        guard buffer[start] == Self.encrypted else {
            throw ESPHomeError(.garbage, "a frame begins with \(buffer[start])")
        }
        guard buffer.count - start >= 3 else { return nil }
        let end = start + 3 + (Int(buffer[start + 1]) << 8 | Int(buffer[start + 2]))
        guard buffer.count >= end else { return nil }
        let content = Array(buffer[(start + 3)..<end])
        start = end
        return content
    }

    private mutating func process(_ frame: [UInt8]) throws(ESPHomeError) -> [Output] {
        switch state {
        case .start, .plain: return []
        case .hello:
            let prologue = Array("NoiseAPIInit".utf8) + Self.two(frame.count) + frame
            state = .handshake(NoiseHandshake(preSharedKey: key?.bytes ?? [], prologue: prologue))
            // The number of the only protocol there is, and who answers.
            return [.send(Self.frame([1] + Array(name.utf8) + [0] + Array(hardwareAddress.utf8) + [0]))]
        case .handshake(var handshake):
            guard frame.first == 0, let (answer, receiving, sending) = handshake.answer(Array(frame.dropFirst()))
            else {
                throw ESPHomeError(
                    .encryption, "a client has another encryption key",
                    farewell: Self.frame([1] + Array("Handshake MAC failure".utf8)))
            }
            state = .secured(receiving)
            return [.send(Self.frame([0] + answer)), .secured(sending)]
        case .secured(var cipher):
            guard let content = cipher.decrypt(frame), content.count >= 4 else {
                throw ESPHomeError(.encryption, "a message of a client cannot be decrypted")
            }
            state = .secured(cipher)
            // The length of the frame counts, not the one that the message states.
            return [.message(type: Int(content[0]) << 8 | Int(content[1]), payload: Array(content.dropFirst(4)))]
        }
    }
}
