import Foundation
import SaybusTesting

/// A client that sends a request as it is given, and reads the answer until the server closes the connection.
enum PlainHTTP {
    /// An answer's status, and its text and bytes, head and body.
    typealias Answer = (status: Int, text: String, bytes: [UInt8])

    /// Sends a request.
    static func ask(_ port: Int, _ request: String, timeout: Int = 20) async throws -> Answer {
        let connection = try LoopbackConnection(to: port, timeout: timeout)
        try connection.send(Array(request.utf8))
        var answer: [UInt8] = []
        while case let bytes = await connection.receive(), !bytes.isEmpty {
            answer += bytes
            if isComplete(answer) { break }
        }
        let text = String(decoding: answer, as: UTF8.self)
        return (text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0, text, answer)
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
}
