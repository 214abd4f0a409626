import Foundation
import SaybusZeroMQ
import Synchronization
import Testing

@Suite("Sockets")
struct SocketTests {
    static func endpoint(_ name: String = #function) -> String { "inproc://\(name)-\(UUID().uuidString)" }

    /// Connects two sockets.
    static func join(_ left: inout PairSocket, _ right: inout PairSocket) throws {
        let endpoint = endpoint("pair")
        try left.bind(endpoint)
        try right.connect(endpoint)
    }

    @Test("a multipart message arrives with all its frames, empty and binary ones included")
    func multipart() throws {
        let context = try Context()
        var left = try PairSocket(context)
        var right = try PairSocket(context)
        try Self.join(&left, &right)
        let frames: [[UInt8]] = [Array("topic".utf8), [], [0, 255, 1], [UInt8](repeating: 7, count: 100_000)]
        try #require(try left.send(frames, wait: true))
        #expect(try right.receive(wait: true) == frames)
        #expect(try right.receive() == nil)
    }

    @Test("frames beyond the maximum are discarded, and the next message is complete")
    func frameLimit() throws {
        let context = try Context()
        var left = try PairSocket(context)
        var right = try PairSocket(context)
        try Self.join(&left, &right)
        try left.send(Array(repeating: [1], count: 500), wait: true)
        try left.send([[2], [3]], wait: true)
        #expect(try right.receive(wait: true)?.count == 8)
        #expect(try right.receive(wait: true) == [[2], [3]])
    }

    @Test("a subscriber gets messages that begin with its prefix and no others")
    func prefix() throws {
        let context = try Context()
        var publisher = try XPublisherSocket(context)
        var subscriber = try SubscriberSocket(context)
        let endpoint = Self.endpoint()
        try publisher.bind(endpoint)
        try subscriber.connect(endpoint)
        try subscriber.subscribe(Array("speech/".utf8))
        #expect(try publisher.receive(wait: true) == [[1] + Array("speech/".utf8)])
        try publisher.send([Array("speech-other/".utf8), [1]])
        try publisher.send([Array("speech/3f/".utf8), [2]])
        #expect(try subscriber.receive(wait: true) == [Array("speech/3f/".utf8), [2]])
    }

    @Test("with manual subscriptions a subscriber gets only what it was granted")
    func manualSubscriptions() throws {
        let context = try Context()
        var publisher = try XPublisherSocket(context)
        try publisher.set(.manualSubscriptions)
        var subscriber = try SubscriberSocket(context)
        let endpoint = Self.endpoint()
        try publisher.bind(endpoint)
        try subscriber.connect(endpoint)
        try subscriber.subscribe([65])
        try subscriber.subscribe([66])
        #expect(try publisher.receive(wait: true) == [[1, 65]])
        #expect(try publisher.receive(wait: true) == [[1, 66]])
        try publisher.set(.subscribe([66]))
        try publisher.send([[65]])
        try publisher.send([[66]])
        #expect(try subscriber.receive(wait: true) == [[66]])
    }

    @Test("a socket in a mutex can be used from many threads")
    func shared() async throws {
        let context = try Context()
        let endpoint = Self.endpoint()
        var sink = try SubscriberSocket(context)
        try sink.set(.receiveHighWaterMark(0))
        try sink.bind(endpoint)
        try sink.subscribe([])
        var publisher = try XPublisherSocket(context)
        try publisher.set(.sendHighWaterMark(0))
        try publisher.connect(endpoint)
        // A bound socket processes a new peer when it is used next.
        while try publisher.receive() == nil { _ = try sink.receive() }
        let box = SharedPublisher(publisher)
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask { for number in 0..<250 { box.send([[UInt8(task)], [UInt8(number)]]) } }
            }
        }
        var count = 0
        while try sink.receive() != nil { count += 1 }
        #expect(count == 2000)
    }

    @Test("binding a tcp endpoint twice fails with addressInUse")
    func taken() throws {
        let context = try Context()
        var first = try XPublisherSocket(context)
        try first.bind("tcp://127.0.0.1:*")
        let endpoint = try first.lastEndpoint()
        var second = try XPublisherSocket(context)
        let error = #expect(throws: ZeroMQError.self) { try second.bind(endpoint) }
        #expect(error?.code == .addressInUse)
        #expect(error?.description.contains(endpoint) == true)
    }

    @Test("an endpoint of an unknown transport fails with badEndpoint")
    func badEndpoint() throws {
        let context = try Context()
        var socket = try PublisherSocket(context)
        let error = #expect(throws: ZeroMQError.self) { try socket.connect("pigeon://roof") }
        #expect(error?.code == .badEndpoint)
    }

    @Test("a frame beyond the maximum size disconnects the peer that sent it")
    func oversized() throws {
        let context = try Context()
        var receiver = try SubscriberSocket(context)
        try receiver.set(.maximumMessageSize(1000))
        var monitor = try receiver.monitor()
        try receiver.bind("tcp://127.0.0.1:*")
        try receiver.subscribe([])
        var sender = try XPublisherSocket(context)
        try sender.connect(try receiver.lastEndpoint())
        while try sender.receive() == nil { _ = try receiver.receive() }
        try sender.send([[UInt8](repeating: 0, count: 2000)])
        var kinds: [ConnectionEvent.Kind] = []
        while kinds.last != .disconnected {
            if let event = try monitor.receive() { kinds.append(event.kind) }
            #expect(try receiver.receive() == nil)
        }
        #expect(try receiver.receive() == nil)
    }

    @Test("shutting the context down wakes a thread that waits")
    func shutdown() throws {
        let context = try Context()
        let code = Mutex<ZeroMQError.Code?>(nil)
        let thread = WorkerThread(name: "waiting") { [context] in
            do {
                var socket = try PairSocket(context)
                try socket.bind("inproc://nobody-\(UUID().uuidString)")
                _ = try socket.receive(wait: true)
            } catch {
                code.withLock { $0 = (error as? ZeroMQError)?.code }
            }
        }
        context.shutDown()
        thread.join()
        #expect(code.withLock { $0 } == .terminated)
        context.terminate()
        context.terminate()
    }

    @Test("a wake-up ends a wait, even when it was signalled before the wait")
    func wakeUp() throws {
        let wakeUp = try WakeUp()
        wakeUp.signal()
        wakeUp.signal()
        var items = [wakeUp.pollItem]
        try poll(&items, milliseconds: nil)
        #expect(items[0].happened.contains(.readable))
        wakeUp.clear()
        items = [wakeUp.pollItem]
        try poll(&items, milliseconds: 0)
        #expect(items[0].happened.isEmpty)
    }

    @Test("a wait finds the message of which another operation has read the announcement")
    func overlooked() throws {
        let context = try Context()
        var left = try PairSocket(context)
        var right = try PairSocket(context)
        try Self.join(&left, &right)
        #expect(try right.receive() == nil)
        try left.send([[1]], wait: true)
        // Processes all that libzmq has announced so far.
        try? right.disconnect("inproc://nobody")
        var items = [right.pollItem(.readable)]
        try poll(&items, milliseconds: 10_000)
        #expect(items[0].happened == .readable)
        #expect(try right.receive() == [[1]])
    }

    @Test("a wait goes on finding a socket whose messages were not all read")
    func leftOver() throws {
        let context = try Context()
        var left = try PairSocket(context)
        var right = try PairSocket(context)
        try Self.join(&left, &right)
        for number: UInt8 in 1...3 { try left.send([[number]], wait: true) }
        for number: UInt8 in 1...3 {
            var items = [right.pollItem(.readable)]
            try poll(&items, milliseconds: 10_000)
            #expect(items[0].happened == .readable)
            #expect(try right.receive() == [[number]])
        }
        var items = [right.pollItem(.readable)]
        try poll(&items, milliseconds: 0)
        #expect(items[0].happened.isEmpty)
    }

    @Test("what libzmq does for itself, such as taking a connection, ends no wait before its time")
    func spurious() throws {
        let context = try Context()
        var left = try PairSocket(context)
        let endpoint = Self.endpoint()
        try left.bind(endpoint)
        #expect(try left.receive() == nil)
        var right = try PairSocket(context)
        try right.connect(endpoint)
        let start = ContinuousClock.now
        var items = [left.pollItem(.readable)]
        try poll(&items, milliseconds: 50)
        #expect(items[0].happened.isEmpty)
        #expect(ContinuousClock.now - start >= .milliseconds(50))
        items = [left.pollItem([.readable, .writable])]
        try poll(&items, milliseconds: 10_000)
        #expect(items[0].happened == .writable)
    }
}

private final class SharedPublisher: Sendable {
    private let socket: Mutex<XPublisherSocket>
    init(_ socket: consuming sending XPublisherSocket) { self.socket = Mutex(socket) }
    func send(_ frames: [[UInt8]]) { socket.withLock { _ = try? $0.send(frames) } }
}
