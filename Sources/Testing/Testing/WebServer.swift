import Foundation
import Glibc
import SaybusSupport

/// A web server on the loopback interface. The test supplies the bytes of its answers.
public final class WebServer: Sendable {
    /// The address: `http://127.0.0.1:port`.
    public let address: String
    private let listener: Int32
    private let asked = Watched<[String]>([])
    /// The number of connections that clients have closed before their answer was complete.
    private let left: Watched<Int>

    /// The requests so far.
    public var requests: [String] { asked.value }

    /// Starts a server. `answer` gets a request and returns the whole answer; nil leaves the request unanswered.
    public convenience init(_ answer: @escaping @Sendable (String) -> String?) throws {
        try self.init(bytes: { request in answer(request).map { Array($0.utf8) } }, Watched(0))
    }

    /// Starts a server with the same answer to every request.
    public convenience init(sending answer: [UInt8]) throws { try self.init(bytes: { _ in answer }, Watched(0)) }

    private convenience init(bytes answer: @escaping @Sendable (String) -> [UInt8]?, _ left: Watched<Int>) throws {
        try self.init(left) { request, client in
            let answer = answer(request)
            // A separate thread, so that the server can accept the next request.
            Thread.detachNewThread {
                if let answer {
                    if !Self.send(answer, to: client) { left.change { $0 += 1 } }
                } else {
                    var byte: UInt8 = 0
                    while recv(client, &byte, 1, 0) > 0 {}
                    left.change { $0 += 1 }
                }
                close(client)
            }
        }
    }

    /// Starts a server with endless answers. After the beginning, the same piece is sent again and again until the
    /// client closes the connection.
    public convenience init(dripping beginning: String, then piece: String, every pause: Duration = .zero) throws {
        let left = Watched(0)
        try self.init(left) { _, client in
            // A separate thread, so that the server can accept the next request.
            Thread.detachNewThread {
                var isTaken = Self.send(Array(beginning.utf8), to: client)
                while isTaken {
                    isTaken = Self.send(Array(piece.utf8), to: client)
                    // The pause slows the answer down on purpose.
                    if pause > .zero { usleep(UInt32(pause / .microseconds(1))) }
                }
                left.change { $0 += 1 }
                close(client)
            }
        }
    }

    /// Starts a server with a closure for each connection, which answers it on another thread and closes it.
    private init(_ left: Watched<Int>, serving serve: @escaping @Sendable (String, Int32) -> Void) throws {
        self.left = left
        let socket = try LoopbackListener()
        let listener = socket.descriptor
        (self.listener, address) = (listener, "http://127.0.0.1:\(socket.port)")
        Thread.detachNewThread { [weak self] in
            while case let client = accept(listener, nil, nil), client >= 0 {
                guard let request = Self.read(client) else {
                    close(client)
                    continue
                }
                self?.asked.change { $0.append(request) }
                serve(request, client)
            }
            // Closed by the thread that uses it: another server's socket could get its number.
            close(listener)
        }
    }

    deinit { shutdown(listener, Int32(SHUT_RDWR)) }

    /// Waits for the first request.
    /// - Returns: False when there is none after this time.
    public func isAsked(within time: Duration) async -> Bool { await asked.wait(within: time) { !$0.isEmpty } }

    /// Waits until clients have closed connections before their answer was complete.
    /// - Returns: False when fewer connections than this have been closed after this time.
    public func isLeft(connections: Int = 1, within time: Duration) async -> Bool {
        await left.wait(within: time) { $0 >= connections }
    }

    /// Returns an answer with a body, after which the connection is closed.
    public static func answer(_ body: String, status: String = "200 OK", headers: String = "") -> String {
        "HTTP/1.1 \(status)\r\n\(headers)Content-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
    }

    /// Sends all bytes. Returns false when the client has closed the connection.
    private static func send(_ bytes: [UInt8], to client: Int32) -> Bool {
        var bytes = bytes[...]
        while !bytes.isEmpty {
            let sent = bytes.withUnsafeBytes { Glibc.send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard sent > 0 else { return false }
            bytes = bytes.dropFirst(sent)
        }
        return true
    }

    private static func read(_ client: Int32) -> String? {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while case let count = recv(client, &buffer, buffer.count, 0), count > 0 {
            bytes += buffer.prefix(count)
            let text = String(decoding: bytes, as: UTF8.self)
            guard let end = text.range(of: "\r\n\r\n") else { continue }
            let length =
                text.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-length:") }
                .flatMap { Int($0.dropFirst(15).trimmingCharacters(in: .whitespaces)) } ?? 0
            if text[end.upperBound...].utf8.count >= length { return text }
        }
        return nil
    }
}
