import Foundation
import Glibc

/// A client that sends a request as it is given, and reads the answer until the server closes the connection.
enum PlainHTTP {
    /// An answer's status, and its text and bytes, head and body.
    typealias Answer = (status: Int, text: String, bytes: [UInt8])

    /// Sends a request.
    static func ask(_ port: Int, _ request: String, patience: Int = 20) async throws -> Answer {
        try await withCheckedThrowingContinuation { continuation in
            // A thread of its own, because reading blocks.
            Thread.detachNewThread { continuation.resume(with: Result { try exchange(port, request, patience) }) }
        }
    }

    /// Returns the answer to a GET.
    static func get(_ port: Int, _ target: String, _ headers: String = "") async throws -> Answer {
        try await ask(port, "GET \(target) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\(headers)\r\n")
    }

    /// Whether an answer has as many bytes as its head says.
    private static func isComplete(_ answer: [UInt8]) -> Bool {
        let text = String(decoding: answer, as: UTF8.self)
        guard let end = text.range(of: "\r\n\r\n"),
            let length = text[..<end.lowerBound].lowercased().split(separator: "\r\n")
                .first(where: { $0.hasPrefix("content-length:") })
                .flatMap({ Int($0.dropFirst(15).trimmingCharacters(in: .whitespaces)) })
        else { return false }
        return text[end.upperBound...].utf8.count >= length
    }

    private static func exchange(_ port: Int, _ request: String, _ patience: Int) throws -> Answer {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var limit = timeval(tv_sec: patience, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_port = in_port_t(port).bigEndian
        place.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let isConnected = withUnsafePointer(to: &place) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isConnected else { throw POSIXError(.ECONNREFUSED) }
        let bytes = Array(request.utf8)
        guard send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else { throw POSIXError(.EPIPE) }
        var answer: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while case let count = recv(descriptor, &buffer, buffer.count, 0), count > 0 {
            answer += buffer.prefix(count)
            if isComplete(answer) { break }
        }
        let text = String(decoding: answer, as: UTF8.self)
        return (text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0, text, answer)
    }
}
