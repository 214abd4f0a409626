/// The frames of a WebSocket, as a client sends and receives them (RFC 6455, section 5). Pure; bounded.
struct WebSocketFrames: Sendable {
    /// A message or a control frame of the server.
    enum Event: Sendable, Equatable {
        /// A whole message of text.
        case text([UInt8])
        /// A ping, which is answered with its payload.
        case ping([UInt8])
        /// A pong.
        case pong
        /// The end.
        case close
    }

    /// The longest message in bytes. The states of a large home have a few megabytes.
    static let maximumSize = 32 << 20

    private var buffer: [UInt8] = []
    private var message: [UInt8] = []

    /// Takes the bytes that have arrived.
    /// - Returns: The events that are complete.
    /// - Throws: ``HomeAssistantError`` for bytes that no server sends.
    mutating func append(_ bytes: [UInt8]) throws(HomeAssistantError) -> [Event] {
        buffer += bytes
        var events: [Event] = []
        var start = 0
        while let (frame, end) = try frame(at: start) {
            start = end
            switch frame.opcode {
            case 0x0, 0x1, 0x2:
                guard message.count + frame.payload.count <= Self.maximumSize else {
                    throw HomeAssistantError(.protocol, "a message has more than \(Self.maximumSize >> 20) MiB")
                }
                message += frame.payload
                guard frame.isLast else { continue }
                events.append(.text(message))
                message = []
            case 0x8: events.append(.close)
            case 0x9: events.append(.ping(Array(frame.payload)))
            case 0xA: events.append(.pong)
            default: throw HomeAssistantError(.protocol, "a frame of the unknown kind \(frame.opcode)")
            }
        }
        buffer.removeFirst(start)
        return events
    }

    private struct Frame {
        let opcode: UInt8
        let isLast: Bool
        let payload: ArraySlice<UInt8>
    }

    /// Returns the frame that begins at a place, and the place after it; nil when it is not complete.
    private func frame(at start: Int) throws(HomeAssistantError) -> (Frame, end: Int)? {
        guard buffer.count - start >= 2 else { return nil }
        let (first, second) = (buffer[start], buffer[start + 1])
        guard first & 0x70 == 0, second & 0x80 == 0 else {
            throw HomeAssistantError(.protocol, "a frame that is masked or compressed")
        }
        var place = start + 2
        var length = Int(second)
        let more = length == 126 ? 2 : length == 127 ? 8 : 0
        if more > 0 {
            guard buffer.count - place >= more else { return nil }
            let number = buffer[place..<place + more].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            guard number <= UInt64(Self.maximumSize) else {
                throw HomeAssistantError(.protocol, "a message has more than \(Self.maximumSize >> 20) MiB")
            }
            length = Int(number)
            place += more
        }
        guard buffer.count - place >= length else { return nil }
        let payload = buffer[place..<place + length]
        return (Frame(opcode: first & 0x0F, isLast: first & 0x80 != 0, payload: payload), place + length)
    }

    /// Returns a client's frame of a whole message.
    /// - Parameters:
    ///   - opcode: 1 text, 8 end, 9 ping, 10 pong.
    ///   - mask: The mask, which is another one for each frame.
    static func bytes(_ payload: [UInt8], opcode: UInt8, mask: UInt32 = .random(in: 0...UInt32.max)) -> [UInt8] {
        var frame: [UInt8] = [0x80 | opcode]
        switch payload.count {
        case ..<126: frame.append(0x80 | UInt8(payload.count))
        case ..<65_536: frame += [0x80 | 126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
        default:
            frame.append(0x80 | 127)
            frame += stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: payload.count >> $0) }
        }
        let key = stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: mask >> UInt32($0)) }
        frame += key
        frame += payload.enumerated().map { $1 ^ key[$0 & 3] }
        return frame
    }
}
