import SaybusMessages
import SaybusTesting
import Testing

@testable import SaybusConversation

@Suite("The tracks of a conversation")
struct TrackQueuesTests {
    private static let tracks: [AudioTrackIdentifier] = [.main, "news", .voiceRequest]

    private func makeQueues() -> TrackQueues {
        var queues = TrackQueues()
        for (track, priority) in zip(Self.tracks, [10, 100, 999]) { queues.register(track, priority: priority) }
        return queues
    }

    @Test("a track sends one sequence after the other, with its priority, whatever the other tracks do")
    func order() {
        var queues = makeQueues()
        let ids = (0..<3).map { _ in MessageID() }
        expectEqual(queues.add(ids[0], to: .main), [.send(ids[0], .main, priority: 10)])
        expectEqual(queues.add(ids[1], to: .main), [])
        expectEqual(queues.add(ids[2], to: .voiceRequest), [.send(ids[2], .voiceRequest, priority: 999)])
        #expect(queues.isForemost(.voiceRequest) && !queues.isForemost(.main) && queues.isLive(.main))
        expectEqual(queues.ended(ids[0]), [.send(ids[1], .main, priority: 10)])
        expectEqual(queues.ended(ids[2]), [])
        #expect(queues.isForemost(.main))
        expectEqual(queues.ended(ids[1]), [])
        #expect(!queues.isForemost(.main) && queues.open.isEmpty)
    }

    @Test("nothing is sent while the tracks are suspended, and the track with the highest priority resumes first")
    func suspended() {
        var queues = makeQueues()
        expectEqual(queues.suspend(), [.pause])
        let (low, high) = (MessageID(), MessageID())
        expectEqual(queues.add(low, to: .main), [])
        expectEqual(queues.add(high, to: .voiceRequest), [])
        expectEqual(
            queues.resume(), [.resume, .send(high, .voiceRequest, priority: 999), .send(low, .main, priority: 10)])
    }

    @Test("clearing drops all sequences, and a later sequence is sent at once")
    func cleared() {
        var queues = makeQueues()
        for _ in 0..<3 { _ = queues.add(MessageID(), to: .main) }
        queues.clear()
        #expect(queues.open.isEmpty && !queues.isLive(.main))
        let next = MessageID()
        expectEqual(queues.add(next, to: .main), [.send(next, .main, priority: 10)])
    }

    @Test("an unknown track, a full track and the removal of a track drop sequences")
    func refusals() {
        var queues = makeQueues()
        let stray = MessageID()
        expectEqual(queues.add(stray, to: "nowhere"), [.drop(stray, reason: "there is no track nowhere")])
        _ = queues.add(MessageID(), to: .main)
        for _ in 0..<TrackQueues.capacity { expectEqual(queues.add(MessageID(), to: .main), []) }
        guard case .drop = queues.add(MessageID(), to: .main).first else {
            Issue.record("the track takes more than it can hold")
            return
        }
        let left = queues.unregister(.main)
        #expect(left.filter { if case .drop = $0 { true } else { false } }.count == TrackQueues.capacity + 1)
        #expect(queues.open.isEmpty)
    }

    @Test(
        "10 000 interleavings of sequences, ends, losses, cancellations, suspensions and new priorities keep the rules")
    func random() {
        for seed in 0..<10_000 as Range<UInt64> {
            var model = TrackQueuesModel(seed: seed)
            for _ in 0..<40 { model.step() }
            model.drain()
            guard model.violations.isEmpty else {
                Issue.record("seed \(seed): \(model.violations)")
                return
            }
        }
    }

    /// Checks a condition that calls a mutating member, which `#expect` cannot.
    private func expectEqual(
        _ actions: [TrackQueues.Action], _ expected: [TrackQueues.Action],
        sourceLocation: SourceLocation = #_sourceLocation
    ) { #expect(actions == expected, sourceLocation: sourceLocation) }
}
