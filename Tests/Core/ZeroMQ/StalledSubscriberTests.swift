import Foundation
import SaybusZeroMQ
import Testing

@Suite("A subscriber that does not read")
struct StalledSubscriberTests {
    @Test("a reconnection while the subscriber's queue is full does not abort the program, and messages flow")
    func reconnection() throws {
        let endpoint = "ipc://\(NSTemporaryDirectory())saybus-stalled-\(UUID().uuidString.prefix(8))"
        defer { try? FileManager.default.removeItem(atPath: String(endpoint.dropFirst(6))) }
        let (here, there) = (try Context(), try Context())
        var publisher = try PublisherSocket(there)
        try publisher.set(.sendHighWaterMark(100_000))
        try publisher.bind(endpoint)
        var subscriber = try SubscriberSocket(here)
        try subscriber.set(.immediate)
        try subscriber.set(.receiveHighWaterMark(1))
        try subscriber.set(.reconnectInterval(milliseconds: 5))
        try subscriber.set(.heartbeatInterval(milliseconds: 50))
        try subscriber.set(.heartbeatTimeout(milliseconds: 100))
        var monitor = try subscriber.monitor()
        try subscriber.subscribe([])
        try subscriber.connect(endpoint)
        let large = [UInt8](repeating: 120, count: 2000)
        for _ in 0..<10 {
            try Self.wait(for: .ready, &monitor) {}
            try subscriber.catchUp()
            // The subscriber reads nothing, so it answers no heartbeats once the queue is full.
            try Self.wait(for: .disconnected, &monitor) { for _ in 0..<100 { try publisher.send([large]) } }
            while try subscriber.receive() != nil {}
        }
        try Self.wait(for: .ready, &monitor) {}
        try subscriber.catchUp()
        var items = [subscriber.pollItem(.readable)]
        for _ in 0..<100 where !items[0].happened.contains(.readable) {
            try publisher.send([large])
            try poll(&items, milliseconds: 50)
        }
        let last = try subscriber.receive()
        #expect(last != nil)
    }

    /// Waits for an event, and repeats an action meanwhile.
    private static func wait(
        for kind: ConnectionEvent.Kind, _ monitor: inout MonitorSocket, _ meanwhile: () throws -> Void
    ) throws {
        for _ in 0..<500 {
            while let event = try monitor.receive() { if event.kind == kind { return } }
            try meanwhile()
            var items = [monitor.pollItem()]
            try poll(&items, milliseconds: 20)
        }
        Issue.record("no connection was \(kind)")
    }
}
