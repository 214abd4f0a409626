import Glibc

/// A stream socket with a deadline for every wait. Its functions block. One thread at a time may use it.
public struct SocketStream: ~Copyable {
    private let descriptor: Int32
    private var buffer: [UInt8] = []
    /// The peer's name in error messages.
    public let name: String

    /// Takes ownership of a socket, which is closed when the value is destroyed.
    public init(taking descriptor: Int32, name: String) { (self.descriptor, self.name) = (descriptor, name) }

    deinit { close(descriptor) }

    /// Returns another descriptor of the socket, which the caller owns.
    /// - Throws: ``EngineFailure`` with code `unreachable` when this process has no descriptor left.
    package func duplicate() throws(EngineFailure) -> Int32 {
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { throw EngineFailure(.unreachable, "\(name): no descriptor is left for it") }
        return copy
    }

    /// Returns a switch that ends every wait of the stream.
    /// - Throws: ``EngineFailure`` with code `unreachable` when this process has no descriptor left.
    package func interrupter() throws(EngineFailure) -> SocketInterrupter { SocketInterrupter(taking: try duplicate()) }

    /// Sends all bytes, in several pieces when the peer reads slowly.
    public mutating func send(_ bytes: [UInt8], before deadline: ContinuousClock.Instant) throws(EngineFailure) {
        var rest = bytes[...]
        while !rest.isEmpty {
            try wait(for: POLLOUT, deadline)
            let count = rest.withUnsafeBytes {
                // MSG_NOSIGNAL, because SIGPIPE would end this process when the peer no longer reads.
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
            }
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            guard count > 0 else { throw ended() }
            rest = rest.dropFirst(count)
        }
    }

    /// Shuts down the sending side; the peer's output can still be read.
    public mutating func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Whether input or the end of the stream has arrived.
    public var hasInput: Bool {
        if !buffer.isEmpty { return true }
        var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return Glibc.poll(&poll, 1, 0) > 0
    }

    /// Whether the peer has closed the connection and all its output has been read.
    public var isClosed: Bool {
        var byte: UInt8 = 0
        return buffer.isEmpty && recv(descriptor, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT)) == 0
    }

    /// Reads the next line, and returns it without its terminator.
    public mutating func line(limit: Int, before deadline: ContinuousClock.Instant) throws(EngineFailure) -> [UInt8] {
        var searched = 0
        while true {
            if let line = try bufferedLine(limit: limit, searched: &searched) { return line }
            try fill(before: deadline)
        }
    }

    /// Removes the next line from the buffer and returns it without its terminator; nil when it is not complete.
    /// - Parameter searched: The number of bytes that are known to contain no terminator; updated.
    private mutating func bufferedLine(limit: Int, searched: inout Int) throws(EngineFailure) -> [UInt8]? {
        if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
            defer { buffer.removeSubrange(...end) }
            return Array(buffer[..<end])
        }
        searched = buffer.count
        guard buffer.count <= limit else {
            throw EngineFailure(.garbage, "\(name) sent a line of more than \(limit >> 10) KiB")
        }
        return nil
    }

    /// Returns the next line without its terminator when it has arrived completely; nil otherwise. Does not wait.
    public mutating func lineIfThere(limit: Int) throws(EngineFailure) -> [UInt8]? {
        var searched = 0
        while true {
            if let line = try bufferedLine(limit: limit, searched: &searched) { return line }
            var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard Glibc.poll(&poll, 1, 0) > 0 else { return nil }
            try fill(before: .now + .seconds(1))
        }
    }

    /// Reads the next line, or the unterminated rest of the stream, and returns it without its terminator; nil at
    /// the end.
    public mutating func lineOrEnd(limit: Int, before deadline: ContinuousClock.Instant) throws(EngineFailure)
        -> [UInt8]?
    {
        do {
            return try line(limit: limit, before: deadline)
        } catch {
            guard error.code == .unreachable else { throw error }
            defer { buffer = [] }
            return buffer.isEmpty ? nil : buffer
        }
    }

    /// Reads exactly `count` bytes.
    public mutating func bytes(_ count: Int, before deadline: ContinuousClock.Instant) throws(EngineFailure) -> [UInt8]
    {
        while buffer.count < count { try fill(before: deadline) }
        defer { buffer.removeFirst(count) }
        return Array(buffer[..<count])
    }

    /// Reads the bytes that have arrived, at least one; empty at the end of the stream.
    public mutating func some(before deadline: ContinuousClock.Instant) throws(EngineFailure) -> [UInt8] {
        do {
            while buffer.isEmpty { try fill(before: deadline) }
        } catch {
            guard error.code == .unreachable else { throw error }
        }
        defer { buffer = [] }
        return buffer
    }

    private mutating func fill(before deadline: ContinuousClock.Instant) throws(EngineFailure) {
        try wait(for: POLLIN, deadline)
        var part = [UInt8](repeating: 0, count: 16 << 10)
        let count = recv(descriptor, &part, part.count, Int32(MSG_DONTWAIT))
        if count < 0, errno == EINTR || errno == EAGAIN { return }
        guard count > 0 else { throw ended() }
        buffer += part[..<count]
    }

    private func wait(for event: Int32, _ deadline: ContinuousClock.Instant) throws(EngineFailure) {
        while true {
            let rest = deadline - .now
            guard rest > .zero else { throw EngineFailure(.timeout, "\(name) did not answer in time") }
            var poll = pollfd(fd: descriptor, events: Int16(event), revents: 0)
            let result = Glibc.poll(&poll, 1, Int32(min(60_000, rest / .milliseconds(1))) + 1)
            if result > 0 { return }
            guard result == 0 || errno == EINTR else { throw ended() }
        }
    }

    private func ended() -> EngineFailure { EngineFailure(.unreachable, "\(name) has closed the connection") }
}
