import Foundation
import Glibc
import Synchronization

/// A web server on the loopback interface. The test supplies the bytes of its answers.
public final class WebServer: Sendable {
    /// The address: `http://127.0.0.1:port`.
    public let address: String
    private let listener: Int32
    private let asked = Mutex<[String]>([])
    private let held = Mutex<[Int32]>([])

    /// The requests so far.
    public var requests: [String] { asked.withLock { $0 } }

    /// Starts a server. `answer` gets a request and returns the whole answer; nil leaves the request unanswered.
    public convenience init(_ answer: @escaping @Sendable (String) -> String?) throws {
        try self.init(serving: { request, client in
            guard let answer = answer(request) else { return false }
            _ = Self.send(answer, to: client)
            return true
        })
    }

    /// Starts a server with endless answers. After the beginning, the same piece is sent again and again until the
    /// client closes the connection.
    public convenience init(dripping beginning: String, then piece: String, every pause: Duration = .zero) throws {
        try self.init(serving: { _, client in
            // A separate thread, so that the server can accept the next request.
            Thread.detachNewThread {
                var isTaken = Self.send(beginning, to: client)
                while isTaken {
                    isTaken = Self.send(piece, to: client)
                    // The pause slows the answer down on purpose.
                    if pause > .zero { usleep(UInt32(pause / .microseconds(1))) }
                }
                close(client)
            }
            return nil
        })
    }

    /// Starts a server with a closure for each connection.
    /// - Parameter serve: Answers on a connection. Returns true to close the connection, false to hold it open, and nil
    ///   when another thread closes it.
    private init(serving serve: @escaping @Sendable (String, Int32) -> Bool?) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &place) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(listener, address, size) == 0 && Glibc.listen(listener, 16) == 0
                    && getsockname(listener, address, &size) == 0
            }
        }
        guard isBound else { throw POSIXError(.EADDRINUSE) }
        address = "http://127.0.0.1:\(UInt16(bigEndian: place.sin_port))"
        self.listener = listener
        Thread.detachNewThread { [weak self] in
            while case let client = accept(listener, nil, nil), client >= 0 {
                guard let request = Self.read(client) else {
                    close(client)
                    continue
                }
                self?.asked.withLock { $0.append(request) }
                switch serve(request, client) {
                case true: close(client)
                case false: self?.held.withLock { $0.append(client) }
                case nil: break
                }
            }
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
        for client in held.withLock({ $0 }) { close(client) }
    }

    /// Returns an answer with a body.
    public static func answer(_ body: String, status: String = "200 OK", headers: String = "") -> String {
        "HTTP/1.1 \(status)\r\n\(headers)Content-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
    }

    /// Sends a whole text. Returns false when the client has closed the connection.
    private static func send(_ text: String, to client: Int32) -> Bool {
        var bytes = Array(text.utf8)[...]
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
