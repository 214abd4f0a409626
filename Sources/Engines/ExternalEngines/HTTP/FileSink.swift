import Foundation
import Glibc

/// The file of a download, which goes on where an earlier one ended.
struct FileSink: TransferSink {
    typealias Success = Void

    /// A descriptor, closed with the last copy of its sink.
    private final class Descriptor: Sendable {
        let number: Int32

        init(_ number: Int32) { self.number = number }

        deinit { close(number) }
    }

    private let download: HTTPDownload
    private let name: String
    private let file: Descriptor
    /// The bytes in the file.
    private(set) var count: Int
    /// The status of the response that is being received; 0 before its first line.
    private var status = 0
    /// The first byte that the response holds, as it says.
    private var start: Int?
    /// Whether the body has begun.
    private var hasBody = false
    private var lastByte = ContinuousClock.now

    /// Opens the file.
    /// - Parameter name: The address, for sentences.
    init(_ download: HTTPDownload, name: String) throws(HTTPFailure) {
        let descriptor = open(download.path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            throw HTTPFailure(.notWritten, "\(download.path) cannot be written: \(String(cString: strerror(errno)))")
        }
        var end = Int(lseek(descriptor, 0, SEEK_END))
        if end > download.size {
            // Not the beginning of this file.
            ftruncate(descriptor, 0)
            end = Int(lseek(descriptor, 0, SEEK_SET))
        }
        (self.download, self.name, file, count) = (download, name, Descriptor(descriptor), max(0, end))
    }

    mutating func begin(_ request: HTTPExchange) -> HTTPExchange {
        (status, start, hasBody) = (0, nil, false)
        lastByte = .now
        var request = request
        // Packed bytes could not be continued.
        request.headers = [.init(name: "Accept-Encoding", value: "identity")]
        if count > 0 { request.headers.append(.init(name: "Range", value: "bytes=\(count)-")) }
        return request
    }

    func remainingTime() throws(HTTPFailure) -> Duration {
        let time = lastByte + download.idleTimeout - .now
        guard time > .zero else { throw HTTPFailure(.timeout, "\(name) sent nothing for \(download.idleTimeout)") }
        return time
    }

    mutating func receive(header line: String) throws(HTTPFailure) {
        if line.hasPrefix("http/") {
            // Each response begins with its status.
            status = line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
            start = nil
        } else if line.hasPrefix("content-range:") {
            let range = line.dropFirst("content-range:".count).drop { !$0.isNumber }
            start = Int(range.prefix { $0.isNumber })
        }
    }

    mutating func receive(body: UnsafeRawBufferPointer) throws(HTTPFailure) {
        lastByte = .now
        // The bodies of redirections and errors are of no use.
        guard [200, 206].contains(status) else { return }
        if !hasBody { try beginBody() }
        guard body.count <= download.size - count else {
            throw HTTPFailure(.tooLarge, "\(name) sends more than \(download.size) bytes")
        }
        var rest = body[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { write(file.number, $0.baseAddress, $0.count) }
            if written < 0, errno == EINTR { continue }
            guard written > 0 else {
                let reason = errno == ENOSPC ? "the disk is full" : String(cString: strerror(errno))
                throw HTTPFailure(.notWritten, "\(download.path) cannot be written: \(reason)")
            }
            count += written
            rest = rest.dropFirst(written)
        }
    }

    /// Brings the file to the place at which the body begins.
    private mutating func beginBody() throws(HTTPFailure) {
        hasBody = true
        if status == 200 {
            // The whole file: the server does not continue.
            ftruncate(file.number, 0)
            count = Int(lseek(file.number, 0, SEEK_SET))
        } else if start != count {
            throw HTTPFailure(.badAnswer, "\(name) continues at another place than it was asked to")
        } else {
            lseek(file.number, off_t(count), SEEK_SET)
        }
    }

    /// Checks that the file is complete.
    mutating func finish(status: Int) throws(HTTPFailure) {
        guard 200...299 ~= status else {
            if status == 416 {
                // The server has a shorter file: the beginning here is of another one.
                ftruncate(file.number, 0)
            }
            throw HTTPFailure(.status, "\(name) answered with status \(status)")
        }
        guard count == download.size else {
            throw HTTPFailure(.badAnswer, "\(name) has \(count) bytes instead of \(download.size)")
        }
    }
}
