import SaybusMessages
import Synchronization
import Testing

@testable import SaybusConversation

@Suite("Session queues")
struct LanesTests {
    @Test("a session's work runs in order, concurrently with other sessions, and its queue is removed afterwards")
    func order() async throws {
        let lanes = Lanes()
        let done = Mutex<[Session: [Int]]>([:])
        let sessions = (0..<50).compactMap { Session(rawValue: "s\($0)") }
        try await withThrowingDiscardingTaskGroup { group in
            for number in 0..<20 {
                for session in sessions {
                    let isTaken = lanes.add(to: session, in: &group) {
                        await Task.yield()
                        done.withLock { $0[session, default: []].append(number) }
                    }
                    #expect(isTaken)
                }
            }
        }
        #expect(done.withLock { $0 } == Dictionary(uniqueKeysWithValues: sessions.map { ($0, Array(0..<20)) }))
        #expect(lanes.count == 0)
    }

    @Test("a full queue accepts work only after some has finished")
    func full() async throws {
        let lanes = Lanes()
        let (gate, open) = AsyncStream.makeStream(of: Void.self)
        try await withThrowingDiscardingTaskGroup { group in
            var taken = [lanes.add(to: .default, in: &group) { for await _ in gate {} }]
            for _ in 0..<Lanes.depth + 1 { taken.append(lanes.add(to: .default, in: &group) {}) }
            #expect(taken.count { $0 } == Lanes.depth + 1)
            #expect(taken.last == false)
            open.finish()
        }
        #expect(lanes.count == 0)
    }
}
