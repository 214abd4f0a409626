import SaybusMessages
import SaybusSupport
import SaybusTesting

@testable import SaybusConversation

/// A model of an app's tracks and of an audio stage that plays, crashes and restarts, in random order.
struct TrackModel {
    private static let names: [AudioTrackIdentifier] = [.main, "news", "chime", .voiceRequest]

    private(set) var machine = TrackMachine()
    private(set) var violations: [String] = []
    private var random: SplitMix
    /// The sequences of each track that were added and have not ended, in order.
    private var unfinished: [AudioTrackIdentifier: [MessageID]] = [:]
    private var playing: [MessageID: AudioTrackIdentifier] = [:]
    private var finished: Set<MessageID> = []
    private var sent: Set<MessageID> = []
    private var isSuspended = false

    init(seed: UInt64) {
        random = SplitMix(seed: seed)
        for (name, priority) in zip(Self.names, [10, 100, 100, 999]) {
            apply(machine.register(name, priority: priority))
        }
    }

    mutating func step() {
        let track = Self.names.randomElement(using: &random) ?? .main
        switch Int.random(in: 0..<16, using: &random) {
        case 0...4:
            let id = MessageID()
            let isKnown = machine.focus.knows(track)
            if isKnown { unfinished[track, default: []].append(id) }
            let actions = machine.add(id, to: track)
            if !isKnown { expect(actions.count == 1, "an unknown track is no error: what is for it is dropped") }
            apply(actions)
        case 5...9: if let id = playing.keys.min(by: { "\($0)" < "\($1)" }) { end(id) }
        case 10: for id in playing.keys.sorted(by: { "\($0)" < "\($1)" }) { end(id) }  // The audio stage has crashed.
        case 11:
            let waiting = (unfinished[track] ?? []).filter { playing[$0] == nil }
            apply(machine.cancelAll(track))
            expect(waiting.allSatisfy(finished.contains), "what waits on a track that is cancelled is dropped")
        case 12: apply(Bool.random(using: &random) ? machine.suspend() : machine.resume())
        case 13: apply(machine.register(track, priority: [10, 100, 999].randomElement(using: &random) ?? 10))
        case 14 where track == "chime":
            apply(machine.unregister(track))
            expect(unfinished[track]?.isEmpty ?? true, "a track that is taken away leaves nothing")
            apply(machine.register(track, priority: 100))
        default: apply(machine.ended(MessageID()))  // The end of an unknown sequence.
        }
        check()
    }

    /// Plays all remaining sequences.
    mutating func drain() {
        apply(machine.resume())
        while let id = playing.keys.first { end(id) }
        expect(machine.open.isEmpty, "all that was handed in is heard or dropped in the end")
        expect(unfinished.values.allSatisfy(\.isEmpty), "every sequence ends")
        expect(machine.focus.holder == nil, "who has nothing to say holds no focus")
    }

    private mutating func end(_ id: MessageID) {
        finish(id)
        apply(machine.ended(id))
        expect(machine.ended(id).isEmpty, "an end that comes twice changes nothing")
    }

    private mutating func finish(_ id: MessageID) {
        expect(finished.insert(id).inserted, "over once")
        playing[id] = nil
        for track in unfinished.keys { unfinished[track]?.removeAll { $0 == id } }
    }

    private mutating func apply(_ actions: [TrackMachine.Action]) {
        for action in actions {
            switch action {
            case .send(let id, let track, let priority):
                expect(sent.insert(id).inserted && !finished.contains(id), "sent once, and not when it is over")
                expect(!isSuspended, "nothing begins while all is suspended")
                expect(!playing.values.contains(track), "a track plays one after the other")
                expect(unfinished[track]?.first == id, "in the order in which they came")
                expect(machine.focus.priority(of: track) == priority, "with its track's priority")
                playing[id] = track
            case .drop(let id, _): finish(id)
            case .stop(let track): expect(playing.values.contains(track), "only what sounds is stopped")
            case .pause: isSuspended = true
            case .resume: isSuspended = false
            }
        }
    }

    private mutating func check() {
        let focus = machine.focus
        expect(focus.isSuspended == isSuspended, "what is held is known to be")
        let live = Self.names.filter { machine.isLive($0) }
        let best = live.compactMap { focus.priority(of: $0) }.max()
        if focus.isSuspended || live.isEmpty {
            expect(focus.holder == nil, "nobody has the focus while all is suspended or silent")
        } else {
            expect(focus.holder.map(live.contains) == true, "who has the focus has something to say")
            expect(focus.holder.flatMap { focus.priority(of: $0) } == best, "the highest has it")
        }
    }

    private mutating func expect(_ isTrue: Bool, _ rule: String) {
        if !isTrue, violations.count < 5 { violations.append(rule) }
    }
}
