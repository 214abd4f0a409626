#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A pipe that wakes a thread waiting for input on another descriptor.
final class Interruption: Sendable {
    private let readEnd: Int32
    private let writeEnd: Int32

    init() throws(SoundError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            throw SoundError(
                .unreadable, "No pipe can be made; close some files.", cause: String(cString: strerror(errno)))
        }
        (readEnd, writeEnd) = (ends[0], ends[1])
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(writeEnd, F_SETFL, O_NONBLOCK)
    }

    deinit {
        close(readEnd)
        close(writeEnd)
    }

    /// Wakes the waiting thread, and every thread that waits later.
    func raise() {
        var byte: UInt8 = 1
        // A write fails when the pipe is full, which means that the interruption was raised before.
        _ = write(writeEnd, &byte, 1)
    }

    /// Calls `read(2)`. A type with a function `read` of its own cannot call it by its name.
    static func take(_ descriptor: Int32, _ buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
        read(descriptor, buffer.baseAddress, buffer.count)
    }

    /// Waits until there is input or the end of input. Returns false once the interruption was raised.
    func waitForInput(_ descriptor: Int32) throws(SoundError) -> Bool {
        while true {
            var waits = [
                pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0),
                pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            ]
            if poll(&waits, 2, -1) >= 0 { return waits[0].revents == 0 }
            guard errno == EINTR else {
                throw SoundError(.unreadable, "Waiting for input failed.", cause: String(cString: strerror(errno)))
            }
        }
    }
}
