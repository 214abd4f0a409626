import Glibc

/// A connection to the host of an `http` or `https` address, for a protocol that begins with a request of HTTP, such as
/// WebSocket: bytes in both directions, with TLS where the address asks for it. Its functions block at most in the
/// handshake. One thread at a time may use it.
///
/// Unchecked: its owner passes it from one queue to another, and no two of them use it at once.
package final class HTTPStream: @unchecked Sendable {
    /// The socket, to wait on with `poll`.
    package let descriptor: Int32

    private let library: CurlLibrary
    private let easy: CurlLibrary.Handle

    /// The codes of libcurl for "nothing now", as a socket's EAGAIN.
    private static let again: Int32 = 81
    /// CURLINFO_ACTIVESOCKET.
    private static let activeSocket: Int32 = 0x50002C

    /// Connects.
    /// - Parameters:
    ///   - url: The address, of which only scheme, host and port count.
    ///   - time: The time for the connection.
    /// - Throws: ``HTTPFailure`` with code `unreachable`.
    package init(url: String, within time: Duration) throws(HTTPFailure) {
        let library = try CurlLibrary.shared.get()
        guard let easy = library.newEasy() else { throw HTTPFailure(.unreachable, "libcurl has no memory") }
        _ = library.setNumber(easy, CurlLibrary.Number.noSignal.rawValue, 1)
        _ = library.setNumber(easy, CurlLibrary.Number.protocols.rawValue, 3)
        _ = library.setNumber(easy, CurlLibrary.Number.connectOnly.rawValue, 1)
        // A stream of HTTP/2 could not be upgraded.
        _ = library.setNumber(easy, CurlLibrary.Number.httpVersion.rawValue, 2)
        _ = library.setNumber(
            easy, CurlLibrary.Number.connectMilliseconds.rawValue, max(1, Int(time / .milliseconds(1))))
        library.useAuthorities(easy)
        url.withCString { _ = library.setPointer(easy, CurlLibrary.Pointer.url.rawValue, $0) }
        let code = library.performEasy(easy)
        var socket: Int32 = -1
        if code == 0 { _ = library.information(easy, Self.activeSocket, &socket) }
        guard code == 0, socket >= 0 else {
            library.freeEasy(easy)
            throw HTTPFailure(.unreachable, "\(url) cannot be reached: \(library.words(code))")
        }
        (self.library, self.easy, descriptor) = (library, easy, socket)
    }

    deinit { library.freeEasy(easy) }

    /// Sends as many of the bytes as the connection takes now.
    /// - Returns: Their number.
    /// - Throws: ``HTTPFailure`` with code `unreachable` when the connection is lost.
    package func send(_ bytes: ArraySlice<UInt8>) throws(HTTPFailure) -> Int {
        var count = 0
        let code = bytes.withUnsafeBytes { library.send(easy, $0.baseAddress, $0.count, &count) }
        if code == Self.again { return 0 }
        guard code == 0 else { throw HTTPFailure(.unreachable, "the connection was lost") }
        return count
    }

    /// Returns the bytes that have arrived; empty when there are none.
    /// - Throws: ``HTTPFailure`` with code `unreachable` at the end of the connection.
    package func receive() throws(HTTPFailure) -> [UInt8] {
        var part = [UInt8](repeating: 0, count: 64 << 10)
        var count = 0
        let code = part.withUnsafeMutableBytes { library.receive(easy, $0.baseAddress, $0.count, &count) }
        if code == Self.again { return [] }
        guard code == 0, count > 0 else { throw HTTPFailure(.unreachable, "the connection was closed") }
        return Array(part[..<count])
    }
}
