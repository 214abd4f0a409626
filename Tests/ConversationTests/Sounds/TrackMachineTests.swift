import Messages
import Testing

@testable import Conversation

@Suite("Which track sounds")
struct TrackMachineTests {
    private static let tracks: [AudioTrackIdentifier] = [.main, "news", .voiceRequest]

    private func machine() -> TrackMachine {
        var machine = TrackMachine()
        for (track, priority) in zip(Self.tracks, [10, 100, 999]) { _ = machine.register(track, priority: priority) }
        return machine
    }

    @Test("a track plays one after the other; a higher one goes first and what it held up goes on")
    func order() {
        var machine = machine()
        let ids = (0..<4).map { _ in MessageID() }
        check(machine.add(ids[0], to: .main) == [.send(ids[0], .main, priority: 10)])
        check(machine.add(ids[1], to: .main).isEmpty)
        check(machine.add(ids[2], to: .voiceRequest) == [.send(ids[2], .voiceRequest, priority: 999)])
        #expect(machine.focus.holder == .voiceRequest)
        // The lower track's sound was held and ends while the higher one sounds: nothing new begins there.
        check(machine.ended(ids[0]).isEmpty)
        check(machine.add(ids[3], to: .voiceRequest).isEmpty)
        check(machine.ended(ids[2]) == [.send(ids[3], .voiceRequest, priority: 999)])
        check(machine.ended(ids[3]) == [.send(ids[1], .main, priority: 10)])
        check(machine.ended(ids[1]).isEmpty)
        #expect(machine.focus.holder == nil)
    }

    @Test("an unknown track is not heard, a full one takes no more, and a track that is taken away drops what it has")
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

    @Test("random tracks, ends, cancellations and suspensions keep the rules of focus", arguments: 0..<200)
    func random(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        var machine = machine()
        var sent: [MessageID] = []
        var over: Set<MessageID> = []
        var sounding: Set<MessageID> = []
        func take(_ actions: [TrackMachine.Action], _ comment: String) {
            for action in actions {
                switch action {
                case .send(let id, let track, _):
                    #expect(!over.contains(id) && !sent.contains(id), "sent once: \(comment)")
                    #expect(machine.focus.holder == track || machine.focus.holder == nil, "only with focus: \(comment)")
                    sent.append(id)
                    sounding.insert(id)
                case .drop(let id, _):
                    check(over.insert(id).inserted, "over once: \(comment)")
                    sounding.remove(id)
                case .stop, .pause, .resume: break
                }
            }
        }
        for step in 0..<300 {
            let comment = "seed \(seed), step \(step)"
            let track = Self.tracks.randomElement(using: &generator) ?? .main
            switch Int.random(in: 0..<8, using: &generator) {
            case 0...2: take(machine.add(MessageID(), to: track), comment)
            case 3...5:
                guard let id = sounding.min(by: { "\($0)" < "\($1)" }) else { continue }
                sounding.remove(id)
                check(over.insert(id).inserted, "over once: \(comment)")
                take(machine.ended(id), comment)
                check(machine.ended(id).isEmpty, "an end that comes twice changes nothing: \(comment)")
            case 6: take(machine.cancelAll(track), comment)
            default: take(Bool.random(using: &generator) ? machine.suspend() : machine.resume(), comment)
            }
            // The holder is the highest that has something to say, unless all are suspended.
            let live = Self.tracks.filter { machine.isLive($0) }
            if machine.focus.isSuspended {
                #expect(machine.focus.holder == nil, "\(comment)")
            } else {
                #expect(machine.focus.holder == live.last, "\(comment)")
            }
        }
        take(machine.resume(), "the end")
        // All that is left is heard in the end: nothing is stuck.
        while let id = sounding.popFirst() {
            over.insert(id)
            take(machine.ended(id), "the end")
        }
        #expect(machine.open.isEmpty)
    }
}
