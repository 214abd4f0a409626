import SaybusMessages
import Testing

@testable import SaybusConversation

@Suite("The state machine of tracks")
struct TrackMachineTests {
    private static let tracks: [AudioTrackIdentifier] = [.main, "news", .voiceRequest]

    private func machine() -> TrackMachine {
        var machine = TrackMachine()
        for (track, priority) in zip(Self.tracks, [10, 100, 999]) { _ = machine.register(track, priority: priority) }
        return machine
    }

    @Test("a track plays its sequences in order, and a track of higher priority interrupts it until it ends")
    func order() {
        var machine = machine()
        let ids = (0..<4).map { _ in MessageID() }
        check(machine.add(ids[0], to: .main) == [.send(ids[0], .main, priority: 10)])
        check(machine.add(ids[1], to: .main).isEmpty)
        check(machine.add(ids[2], to: .voiceRequest) == [.send(ids[2], .voiceRequest, priority: 999)])
        #expect(machine.focus.holder == .voiceRequest)
        // The lower track's sound was suspended and ends while the higher track plays, so nothing starts on the
        // lower track.
        check(machine.ended(ids[0]).isEmpty)
        check(machine.add(ids[3], to: .voiceRequest).isEmpty)
        check(machine.ended(ids[2]) == [.send(ids[3], .voiceRequest, priority: 999)])
        check(machine.ended(ids[3]) == [.send(ids[1], .main, priority: 10)])
        check(machine.ended(ids[1]).isEmpty)
        #expect(machine.focus.holder == nil)
    }

    @Test("clearing forgets all sequences, and the next one starts at once")
    func cleared() {
        var machine = machine()
        for _ in 0..<3 { _ = machine.add(MessageID(), to: .main) }
        _ = machine.add(MessageID(), to: .voiceRequest)
        machine.clear()
        #expect(machine.open.isEmpty && machine.focus.holder == nil)
        let next = MessageID()
        check(machine.add(next, to: .main) == [.send(next, .main, priority: 10)])
    }

    @Test("an unknown track and a full track refuse sequences, and a removed track drops its own")
    func refusals() {
        var machine = machine()
        let stray = MessageID()
        check(machine.add(stray, to: "nowhere") == [.drop(stray, reason: "there is no track nowhere")])
        let first = MessageID()
        _ = machine.add(first, to: .main)
        for _ in 0..<TrackMachine.capacity { check(machine.add(MessageID(), to: .main).isEmpty) }
        guard case .drop = machine.add(MessageID(), to: .main).first else {
            Issue.record("the track takes more than it can hold")
            return
        }
        let left = machine.unregister(.main)
        #expect(left.filter { if case .drop = $0 { true } else { false } }.count == TrackMachine.capacity + 1)
        #expect(machine.open.isEmpty)
    }

    @Test(
        "random orders of sequences, ends, crashes, cancellations, suspensions and new priorities keep the rules"
    )
    func random() {
        for seed in 0..<10_000 as Range<UInt64> {
            var model = TrackModel(seed: seed)
            for _ in 0..<40 { model.step() }
            model.drain()
            guard model.violations.isEmpty else {
                Issue.record("seed \(seed): \(model.violations)")
                return
            }
        }
    }
}
