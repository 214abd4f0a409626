import Glibc
import SaybusExternalEngines

/// The reader of a Wyoming server's events. An input is all that a server sends before it closes the connection.
enum WyomingDecoder: FuzzedDecoder {
    static let words = [
        "{\"type\":\"transcript\"}\n", "\"data_length\":", "\"payload_length\":", "\"data\":{", "\"text\":",
        "\"rate\":",
        "\"width\":", "\"channels\":", "\"asr\":[{",
    ]

    static let seeds: [[UInt8]] = [
        "{\"type\":\"transcript\",\"data_length\":16}\n{\"text\":\"hello\"}{\"type\":\"error\",\"data\":{\"text\":\"no\"}}\n",
        "{\"type\":\"audio-chunk\",\"data\":{\"rate\":16000,\"width\":2,\"channels\":1},\"payload_length\":4}\nabcd{\"type\":\"audio-stop\"}\n",
        "{\"type\":\"info\",\"version\":\"1.5\",\"data\":{\"asr\":[{\"name\":\"a\",\"models\":[{\"languages\":[\"en\"]}]}],\"tts\":null}}\n",
    ].map { Array($0.utf8) }

    static func decode(_ input: [UInt8]) throws(FuzzViolation) -> Bool {
        var sockets: [Int32] = [0, 0]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &sockets) == 0 else {
            throw FuzzViolation(.foreignError, "no socket: \(String(cString: strerror(errno)))")
        }
        var stream = SocketStream(taking: sockets[0], name: "the server")
        // Inputs are smaller than a socket's buffer, so that this does not block.
        let sent = input.withUnsafeBytes { Glibc.send(sockets[1], $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        close(sockets[1])
        guard sent == input.count else { throw FuzzViolation(.foreignError, "\(sent) of \(input.count) bytes sent") }
        var events = 0
        while true {
            let event: WyomingEvent
            do throws(EngineFailure) {
                event = try WyomingEvent.read(from: &stream, before: .now + .seconds(10))
            } catch {
                try checkRefusal(error.reason)
                return events > 0
            }
            events += 1
            guard (try? event.bytes()) != nil else {
                throw FuzzViolation(.roundTrip, "an event that was read cannot be written")
            }
        }
    }
}
