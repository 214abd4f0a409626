import SaybusTesting
import Testing

@testable import SaybusStage

@Suite("The service manager that waits for a program's state")
struct ServiceManagerTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func lines(_ datagram: [UInt8]?) -> [String] {
        String(decoding: datagram ?? [], as: UTF8.self).split(separator: "\n").map(String.init)
    }

    @Test("the manager learns that the program is ready, alive and stopping, and its status only when that changes")
    func states() async throws {
        let receiver = try DatagramReceiver(in: folder)
        let manager = try #require(
            ServiceManager(
                environment: [
                    "NOTIFY_SOCKET": receiver.path, "WATCHDOG_USEC": "9000000", "WATCHDOG_PID": "7",
                    "SYSTEMD_EXEC_PID": "7",
                ], processID: 7))
        #expect(manager.watchdog == .seconds(9))
        let start = ContinuousClock.now
        manager.ready("ready")
        manager.beat("ready", now: start)
        manager.beat("ready", now: start + .seconds(2))
        manager.beat("ready: the microphone\nis silent", now: start + .seconds(2))
        manager.beat("ready: the microphone\nis silent", now: start + .seconds(3))
        manager.stopping()
        var received = receiver.datagrams.makeAsyncIterator()
        #expect(lines(await received.next()) == ["READY=1", "STATUS=ready"])
        #expect(lines(await received.next()) == ["WATCHDOG=1", "STATUS=ready"])
        #expect(lines(await received.next()) == ["STATUS=ready: the microphone is silent"])
        #expect(lines(await received.next()) == ["WATCHDOG=1", "STATUS=ready: the microphone is silent"])
        #expect(lines(await received.next()) == ["STOPPING=1", "STATUS=stopping"])
    }

    @Test("a child of the process that it waits for tells it nothing, and nobody feeds another process's watchdog")
    func others() throws {
        let receiver = try DatagramReceiver(in: folder)
        let socket = ["NOTIFY_SOCKET": receiver.path]
        #expect(ServiceManager(environment: [:], processID: 7) == nil)
        #expect(ServiceManager(environment: ["NOTIFY_SOCKET": receiver.path + "-none"], processID: 7) == nil)
        #expect(
            ServiceManager(environment: socket.merging(["SYSTEMD_EXEC_PID": "6"]) { $1 }, processID: 7) == nil)
        let other = ServiceManager(
            environment: socket.merging(["WATCHDOG_USEC": "1000000", "WATCHDOG_PID": "6"]) { $1 }, processID: 7)
        #expect(other != nil && other?.watchdog == nil)
    }
}
