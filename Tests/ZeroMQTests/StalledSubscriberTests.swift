import Foundation
import Testing
import ZeroMQ

@Suite("A subscriber that does not read")
struct StalledSubscriberTests {
    @Test("when its connection is lost and made again while its queue is full, the program lives on and messages flow")
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
        try Self.wait(for: .ready, &monitor)
        let large = [UInt8](repeating: 120, count: 2000)
        for _ in 0..<10 {
            try subscriber.catchUp()
            for _ in 0..<200 { try publisher.send([large]) }
            // Since nobody reads, the heartbeats are not answered.
            try Self.wait(for: .disconnected, &monitor)
            try Self.wait(for: .ready, &monitor)
            while try subscriber.receive() != nil {}
        }
        try subscriber.catchUp()
        var items = [subscriber.pollItem(.readable)]
        for _ in 0..<100 where !items[0].happened.contains(.readable) {
            try publisher.send([large])
            try poll(&items, milliseconds: 50)
        }
        let last = try subscriber.receive()
        #expect(last != nil)
    }

    private static func wait(for kind: ConnectionEvent.Kind, _ monitor: inout MonitorSocket) throws {
        while true {
            while let event = try monitor.receive() { if event.kind == kind { return } }
            var items = [monitor.pollItem()]
            try poll(&items, milliseconds: 5000)
            try #require(items[0].happened.contains(.readable), "no connection was \(kind)")
        }
    }
}
