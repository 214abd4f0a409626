import SaybusSupport

#if canImport(Glibc)
    import Glibc
#endif

/// A pipe by which any thread ends another thread's wait for a socket.
final class WakeUpPipe: Sendable {
    private let reader: Int32
    private let writer: Int32

    init() throws(MQTTError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            throw MQTTError(.library, "no pipe can be made: \(String(cString: strerror(errno)))")
        }
        for end in ends {
            // A full pipe wakes the thread as well as one more byte would.
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        (reader, writer) = (ends[0], ends[1])
    }

    deinit {
        close(reader)
        close(writer)
    }

    /// Ends the current wait, or the next one.
    func wake() {
        var byte: UInt8 = 1
        _ = write(writer, &byte, 1)
    }

    /// Waits until a descriptor is ready, ``wake()`` is called, or the time is over.
    /// - Parameter descriptor: The descriptor; -1 for none.
    func wait(for descriptor: Int32, toWrite: Bool, within time: Duration) -> (canRead: Bool, canWrite: Bool) {
        var descriptors = [
            pollfd(fd: reader, events: Int16(POLLIN), revents: 0),
            pollfd(fd: descriptor, events: Int16(POLLIN | (toWrite ? POLLOUT : 0)), revents: 0),
        ]
        guard poll(&descriptors, 2, Int32(clamping: Int64(time.milliseconds))) > 0 else { return (false, false) }
        if descriptors[0].revents != 0 {
            var bytes = [UInt8](repeating: 0, count: 256)
            while read(reader, &bytes, bytes.count) == bytes.count {}
        }
        let ready = Int32(descriptors[1].revents)
        // An error is found out by reading.
        return (ready & (POLLIN | POLLERR | POLLHUP | POLLNVAL) != 0, ready & POLLOUT != 0)
    }
}
