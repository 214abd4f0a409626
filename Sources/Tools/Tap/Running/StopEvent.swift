import Glibc
import SaybusStage

/// A one-time event that interrupts waiting for a file descriptor.
final class StopEvent: Sendable {
    private let reader: Int32
    private let writer: Int32

    init() throws(StageFailure) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            throw StageFailure(.failed, "no pipe to wait at: \(String(cString: strerror(errno)))")
        }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        (reader, writer) = (ends[0], ends[1])
    }

    deinit {
        close(reader)
        close(writer)
    }

    /// Triggers the event.
    func fire() {
        var byte: UInt8 = 0
        _ = write(writer, &byte, 1)
    }

    /// Waits until the descriptor reports one of the poll events.
    /// - Returns: False if its other end is closed, or this event was triggered.
    func wait(for descriptor: Int32, _ events: Int16) -> Bool {
        var items = [
            pollfd(fd: descriptor, events: events, revents: 0), pollfd(fd: reader, events: Int16(POLLIN), revents: 0),
        ]
        while poll(&items, 2, -1) < 0, errno == EINTR {}
        return items[1].revents == 0 && items[0].revents & events != 0 && items[0].revents & Int16(POLLERR) == 0
    }
}
