import Foundation
import Glibc
import SaybusSupport
import SaybusTesting

/// A NATS server that greets whoever connects, and then says nothing. It lets the first clients in, and leaves them.
final class MuteNATSServer: Sendable {
    /// The port.
    let port: Int
    /// The number of connections so far.
    let connections = Watched(0)
    private let listener: Int32

    /// The server's address for `--nats`.
    var address: String { "nats://127.0.0.1:\(port)" }

    /// Starts a server.
    /// - Parameter friends: The number of clients that it lets in.
    init(friends: Int = 0) throws {
        let socket = try LoopbackListener()
        let listener = socket.descriptor
        (self.listener, port) = (listener, socket.port)
        let connections = connections
        DispatchQueue(label: "mute-nats").async {
            var clients: [Int32] = []
            while true {
                let client = accept(listener, nil, nil)
                guard client >= 0 else { break }
                clients.append(client)
                Self.write(
                    "INFO {\"server_id\":\"X\",\"version\":\"2.14.0\",\"proto\":1,\"headers\":true}\r\n", to: client)
                if clients.count <= friends { Self.letIn(client) }
                connections.change { $0 += 1 }
            }
            for client in clients + [listener] { close(client) }
        }
    }

    deinit { shutdown(listener, Int32(SHUT_RDWR)) }

    private static func write(_ text: String, to client: Int32) {
        let bytes = Array(text.utf8)
        _ = send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// Answers the first question of a client, and leaves it.
    private static func letIn(_ client: Int32) {
        var text = ""
        var buffer = [UInt8](repeating: 0, count: 4096)
        while !text.contains("PING") {
            let count = recv(client, &buffer, buffer.count, 0)
            guard count > 0 else { return }
            text += String(decoding: buffer[..<count], as: UTF8.self)
        }
        write("PONG\r\n", to: client)
        shutdown(client, Int32(SHUT_RDWR))
    }
}
