import Glibc

/// A stream socket whose every wait ends at a deadline. Blocks; owned by one thread at a time.
package struct SocketStream: ~Copyable {
    private let descriptor: Int32
    private var buffer: [UInt8] = []
    private let name: String

    /// Takes over a socket; it is closed at the end.
    init(taking descriptor: Int32, name: String) { (self.descriptor, self.name) = (descriptor, name) }

    deinit { close(descriptor) }

    /// Sends all bytes.
    package mutating func send(_ bytes: [UInt8], before deadline: ContinuousClock.Instant) throws(IntentFailure) {
        var rest = bytes[...]
        while !rest.isEmpty {
            try wait(for: POLLOUT, deadline)
            let count = rest.withUnsafeBytes {
                // Without the signal that would end the program when nobody reads any more.
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
            }
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            guard count > 0 else { throw ended() }
            rest = rest.dropFirst(count)
        }
    }

    /// The next line without its end.
    package mutating func line(limit: Int, before deadline: ContinuousClock.Instant) throws(IntentFailure) -> [UInt8] {
        var searched = 0
        while true {
            if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { buffer.removeSubrange(...end) }
                return Array(buffer[..<end])
            }
            searched = buffer.count
            guard buffer.count <= limit else {
                throw IntentFailure(.garbage, "\(name) sent a line of more than \(limit >> 10) KiB")
            }
            try fill(before: deadline)
        }
    }

    /// The next so many bytes.
    mutating func bytes(_ count: Int, before deadline: ContinuousClock.Instant) throws(IntentFailure) -> [UInt8] {
        while buffer.count < count { try fill(before: deadline) }
        defer { buffer.removeFirst(count) }
        return Array(buffer[..<count])
    }

    private mutating func fill(before deadline: ContinuousClock.Instant) throws(IntentFailure) {
        try wait(for: POLLIN, deadline)
        var part = [UInt8](repeating: 0, count: 16 << 10)
        let count = recv(descriptor, &part, part.count, Int32(MSG_DONTWAIT))
        if count < 0, errno == EINTR || errno == EAGAIN { return }
        guard count > 0 else { throw ended() }
        buffer += part[..<count]
    }

    private func wait(for event: Int32, _ deadline: ContinuousClock.Instant) throws(IntentFailure) {
        while true {
            let rest = deadline - .now
            guard rest > .zero else { throw IntentFailure(.timeout, "\(name) did not answer in time") }
            var poll = pollfd(fd: descriptor, events: Int16(event), revents: 0)
            let result = Glibc.poll(&poll, 1, Int32(min(60_000, rest / .milliseconds(1))) + 1)
            if result > 0 { return }
            guard result == 0 || errno == EINTR else { throw ended() }
        }
    }

    private func ended() -> IntentFailure { IntentFailure(.unreachable, "\(name) has closed the connection") }
}
