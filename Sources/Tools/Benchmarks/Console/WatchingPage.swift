import Foundation
import Glibc
import SaybusTesting
import Synchronization

/// A page without a browser: it watches the whole bus, and reads what it is sent as fast as it comes.
final class WatchingPage: Sendable {
    private struct State {
        var bytes = 0
        var isOver = false
    }

    private let descriptor: Int32
    private let state = Mutex(State())

    /// The number of bytes that have arrived.
    var bytes: Int { state.withLock { $0.bytes } }
    /// Whether the console has closed the page.
    var isOver: Bool { state.withLock { $0.isOver } }

    /// Opens a page.
    init(port: Int, number: Int) throws {
        do { descriptor = try LoopbackSocket.connect(to: port) } catch { throw WatchingPage.unreachable(error) }
        let id = String(0x1000_0000 + number, radix: 16)
        let request = """
            GET /bus?page=\(id) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
            Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n
            """
        guard write(Array(request.utf8)) else {
            throw WatchingPage.unreachable(POSIXError(POSIXErrorCode(rawValue: errno) ?? .EPIPE))
        }
        // Reading blocks, so it has a thread of its own.
        Thread.detachNewThread { [self] in read() }
        // A text frame with a mask of zeros, which leaves the text as it is (RFC 6455, section 5.3).
        let text = Array(#"{"watch":{}}"#.utf8)
        guard write([0x81, 0x80 | UInt8(text.count), 0, 0, 0, 0] + text) else {
            throw BenchmarkError(.stage, "the console has closed a page")
        }
    }

    deinit { _ = Glibc.close(descriptor) }

    /// Ends the connection.
    func close() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    private func read() {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        var told = ContinuousClock.now
        while case let count = recv(descriptor, &buffer, buffer.count, 0), count > 0 {
            state.withLock { $0.bytes += count }
            // A page that is silent for long is closed. A pong may come unasked (RFC 6455, section 5.5.3).
            if ContinuousClock.now - told > .seconds(10) {
                told = .now
                _ = write([0x8A, 0x80, 0, 0, 0, 0])
            }
        }
        state.withLock { $0.isOver = true }
    }

    private func write(_ bytes: [UInt8]) -> Bool {
        send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
    }

    private static func unreachable(_ error: any Error) -> BenchmarkError {
        let number = (error as? POSIXError)?.code.rawValue ?? 0
        return BenchmarkError(.stage, "the console cannot be reached: \(String(cString: strerror(number)))")
    }
}
