import SaybusSupport
import Testing

@Suite struct ConnectionEventQueueTests {
    private enum Event: QueuedConnectionEvent, Equatable {
        case message(bytes: Int)
        case closed

        var waitingBytes: Int? {
            switch self {
            case .message(let bytes): bytes
            case .closed: nil
            }
        }
    }

    @Test(
        "messages beyond the bound are refused and counted; the end of the connection is delivered all the same",
        arguments: [(maximumMessages: 3, maximumBytes: 1000), (maximumMessages: 100, maximumBytes: 30)])
    func bounds(maximumMessages: Int, maximumBytes: Int) async {
        let queue = ConnectionEventQueue<Event>(maximumMessages: maximumMessages, maximumBytes: maximumBytes)
        for _ in 0..<10 { queue.add(.message(bytes: 10)) }
        queue.add(.closed)
        #expect(queue.takeRefused() == 7 && queue.takeRefused() == 0)
        #expect(await handled(4, by: queue) == Array(repeating: .message(bytes: 10), count: 3) + [.closed])
    }

    @Test("a message has its room until it is handled, and then the next one has it")
    func room() async {
        let queue = ConnectionEventQueue<Event>(maximumMessages: 1, maximumBytes: 10)
        queue.add(.message(bytes: 10))
        queue.add(.closed)
        await untilDone { done in
            var rounds = 0
            await queue.forEach { event in
                switch event {
                case .message: queue.add(event)
                case .closed:
                    rounds += 1
                    guard rounds < 5 else { return done.finish() }
                    queue.add(.message(bytes: 10))
                    queue.add(.closed)
                }
            }
        }
        #expect(queue.takeRefused() == 5)
        queue.add(.message(bytes: 11))
        queue.refuse()
        #expect(queue.takeRefused() == 2)
    }

    /// Handles so many events, and returns them.
    private func handled(_ count: Int, by queue: ConnectionEventQueue<Event>) async -> [Event] {
        await untilDone { done in
            var events: [Event] = []
            await queue.forEach { event in
                events.append(event)
                if events.count == count { done.finish() }
            }
            return events
        }
    }

    /// Runs work, whose task is cancelled when it finishes the stream.
    private func untilDone<Result: Sendable>(
        _ work: @escaping @Sendable (AsyncStream<Never>.Continuation) async -> Result
    ) async -> Result {
        let (stream, done) = AsyncStream.makeStream(of: Never.self)
        let task = Task { await work(done) }
        for await _ in stream {}
        task.cancel()
        return await task.value
    }
}
