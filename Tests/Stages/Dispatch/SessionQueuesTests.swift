import SaybusMessages
import Synchronization
import Testing

@testable import SaybusDispatch

@Suite("Session queues")
struct SessionQueuesTests {
    @Test("a session's work runs in order, concurrently with other sessions, and its queue is removed afterwards")
    func order() async throws {
        let queues = SessionQueues()
        let done = Mutex<[Session: [Int]]>([:])
        let sessions = (0..<50).compactMap { Session(rawValue: "s\($0)") }
        try await withThrowingDiscardingTaskGroup { group in
            for number in 0..<20 {
                for session in sessions {
                    let isTaken = queues.add(to: session, in: &group) {
                        await Task.yield()
                        done.withLock { $0[session, default: []].append(number) }
                    }
                    #expect(isTaken)
                }
            }
        }
        #expect(done.withLock { $0 } == Dictionary(uniqueKeysWithValues: sessions.map { ($0, Array(0..<20)) }))
        #expect(queues.count == 0)
    }

    @Test("a full queue accepts work only after some has finished")
    func full() async throws {
        let queues = SessionQueues()
        let (gate, open) = AsyncStream.makeStream(of: Void.self)
        try await withThrowingDiscardingTaskGroup { group in
            var taken = [queues.add(to: .default, in: &group) { for await _ in gate {} }]
            for _ in 0..<SessionQueues.depth + 1 { taken.append(queues.add(to: .default, in: &group) {}) }
            #expect(taken.count { $0 } == SessionQueues.depth + 1)
            #expect(taken.last == false)
            #expect(queues.isBusy(.default) && !queues.isBusy(.default, .besideAnswer))
            open.finish()
        }
        #expect(queues.count == 0 && !queues.isBusy(.default))
    }

    @Test(
        "what stops an alarm waits neither for the turns of its session nor for a command beside an answer",
        .timeLimit(.minutes(1)))
    func kinds() async throws {
        let queues = SessionQueues()
        let (gate, open) = AsyncStream.makeStream(of: Void.self)
        try await withThrowingDiscardingTaskGroup { group in
            _ = queues.add(to: .default, as: .turn, in: &group) { for await _ in gate {} }
            #expect(!queues.isBusy(.default, .besideAnswer) && !queues.isBusy(.default, .stop))
            _ = queues.add(to: .default, as: .besideAnswer, in: &group) { open.finish() }
            #expect(!queues.isBusy(.default, .stop))
        }
        #expect(queues.count == 0)
    }
}
