import Foundation

/// The beginning of a WebSocket (RFC 6455, section 4).
struct WebSocketHandshake: Sendable {
    /// The text that the server appends to the key.
    private static let suffix = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"

    /// The key of this connection.
    let key: String

    /// Makes a random key.
    init() { key = Data((0..<16).map { _ in UInt8.random(in: 0...255) }).base64EncodedString() }

    /// Uses a key.
    init(key: String) { self.key = key }

    /// Returns the request for a path of a host.
    func request(host: String, path: String) -> [UInt8] {
        Array(
            """
            GET \(path) HTTP/1.1\r
            Host: \(host)\r
            Upgrade: websocket\r
            Connection: Upgrade\r
            Sec-WebSocket-Key: \(key)\r
            Sec-WebSocket-Version: 13\r
            \r

            """.utf8)
    }

    /// The value of `Sec-WebSocket-Accept` with which the server shows that it has read the key.
    var accept: String { Data(Self.sha1(Array((key + Self.suffix).utf8))).base64EncodedString() }

    /// Checks the head of the response.
    /// - Throws: ``HomeAssistantError`` when the server does not speak WebSocket.
    func check(_ head: String) throws(HomeAssistantError) {
        let lines = head.split(separator: "\r\n")
        guard lines.first?.split(separator: " ").dropFirst().first == "101" else {
            let status = lines.first.map(String.init) ?? "nothing"
            throw HomeAssistantError(.protocol, "it answers \"\(status.prefix(80))\" and not with a WebSocket")
        }
        let accepted = lines.contains { line in
            let parts = line.split(separator: ":", maxSplits: 1)
            return parts.count == 2 && parts[0].lowercased() == "sec-websocket-accept"
                && parts[1].trimmingCharacters(in: .whitespaces) == accept
        }
        guard accepted else { throw HomeAssistantError(.protocol, "its answer does not fit to the request") }
    }

    /// SHA-1 (RFC 3174). It protects nothing here, so no library of cryptography is needed for it.
    static func sha1(_ message: [UInt8]) -> [UInt8] {
        var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
        var bytes = message + [0x80]
        bytes += [UInt8](repeating: 0, count: (119 - message.count % 64) % 64)
        bytes += stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: (message.count * 8) >> $0) }
        func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 { word << count | word >> (32 - count) }
        for start in stride(from: 0, to: bytes.count, by: 64) {
            var words = (0..<16).map { index in
                bytes[start + 4 * index..<start + 4 * index + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            }
            for index in 16..<80 {
                words.append(rotated(words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16], 1))
            }
            var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
            for (index, word) in words.enumerated() {
                let (mixed, constant): (UInt32, UInt32) =
                    switch index / 20 {
                    case 0: (b & c | ~b & d, 0x5A82_7999)
                    case 1: (b ^ c ^ d, 0x6ED9_EBA1)
                    case 2: (b & c | b & d | c & d, 0x8F1B_BCDC)
                    default: (b ^ c ^ d, 0xCA62_C1D6)
                    }
                let next = rotated(a, 5) &+ mixed &+ e &+ constant &+ word
                (e, d, c, b, a) = (d, c, rotated(b, 30), a, next)
            }
            for (index, word) in [a, b, c, d, e].enumerated() { state[index] &+= word }
        }
        return state.flatMap { word in
            stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> UInt32($0)) }
        }
    }
}
