import Foundation
import SaybusZeroMQ
import Testing

@Suite("A subscriber that does not read")
struct StalledSubscriberTests {
    @Test("a reconnection after the subscriber's queue was full does not abort the program, and messages flow")
    func reconnection() throws {
        let endpoint = "ipc://\(NSTemporaryDirectory())saybus-stalled-\(UUID().uuidString.prefix(8))"
        defer { try? FileManager.default.removeItem(atPath: String(endpoint.dropFirst(6))) }
        let (here, there) = (try Context(), try Context())
        var publisher = try PublisherSocket(there)
        try publisher.set(.sendHighWaterMark(100_000))
        try publisher.bind(endpoint)
        var subscriber = try SubscriberSocket(here)
        try subscriber.set(.manualReconnection)
        try subscriber.set(.receiveHighWaterMark(1))
        try subscriber.set(.heartbeatInterval(milliseconds: 50))
        try subscriber.set(.heartbeatTimeout(milliseconds: 100))
        var monitor = try subscriber.monitor()
        try subscriber.subscribe([])
        try subscriber.connect(endpoint)
        let large = [UInt8](repeating: 120, count: 2000)
        for _ in 0..<10 {
            try Self.wait(for: .ready, &monitor) {}
            // The subscriber reads nothing, so it answers no heartbeats once the queue is full.
            try Self.wait(for: .disconnected, &monitor) { for _ in 0..<100 { try publisher.send([large]) } }
            try Self.wait(for: .waiting, &monitor) {}
            var received = 0
            while try subscriber.receive() != nil { received += 1 }
            #expect(received > 0, "the queue of the lost connection can still be read")
            try subscriber.reconnect(endpoint)
        }
        try Self.wait(for: .ready, &monitor) {}
        var items = [subscriber.pollItem(.readable)]
        for _ in 0..<100 where !items[0].happened.contains(.readable) {
            try publisher.send([large])
            try poll(&items, milliseconds: 50)
        }
        let last = try subscriber.receive()
        #expect(last != nil)
    }

    @Test("a message whose connection is lost while it is read arrives whole")
    func withinAMessage() throws {
        let endpoint = "ipc://\(NSTemporaryDirectory())saybus-stalled-\(UUID().uuidString.prefix(8))"
        defer { try? FileManager.default.removeItem(atPath: String(endpoint.dropFirst(6))) }
        let here = try Context()
        var subscriber = try SubscriberSocket(here)
        try subscriber.set(.manualReconnection)
        var monitor = try subscriber.monitor()
        try subscriber.subscribe([])
        for _ in 0..<20 {
            try subscriber.connect(endpoint)
            let there = try Context()
            do {
                var publisher = try PublisherSocket(there)
                try publisher.bind(endpoint)
                // A connection that was refused before is not made again by itself.
                try subscriber.reconnect(endpoint)
                try Self.wait(for: .ready, &monitor) {}
                var items = [subscriber.pollItem(.readable)]
                while !items[0].happened.contains(.readable) {
                    for _ in 0..<200 { try publisher.send([[1], [2], [3], [4]]) }
                    try poll(&items, milliseconds: 10)
                }
            }
            there.terminate()
            try Self.wait(for: .disconnected, &monitor) {}
            // libzmq looks for lost connections at every hundredth frame, in the middle of a message.
            var received = 0
            while let frames = try subscriber.receive() {
                #expect(frames == [[1], [2], [3], [4]])
                received += 1
            }
            #expect(received > 25)
        }
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
