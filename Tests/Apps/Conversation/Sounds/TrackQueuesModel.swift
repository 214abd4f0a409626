import SaybusMessages
import SaybusSupport
import SaybusTesting

@testable import SaybusConversation

/// A model of an app's tracks and of an audio stage that plays, crashes and restarts, in random order.
struct TrackQueuesModel {
    private static let names: [AudioTrackIdentifier] = [.main, "news", "chime", .voiceRequest]

    private(set) var queues = TrackQueues()
    private(set) var violations: [String] = []
    private var random: SplitMix
    /// The sequences of each track that were added and have not ended, in order.
    private var unfinished: [AudioTrackIdentifier: [MessageID]] = [:]
    private var playing: [MessageID: AudioTrackIdentifier] = [:]
    private var finished: Set<MessageID> = []
    private var sent: Set<MessageID> = []
    private var isSuspended = false
    private var priorities: [AudioTrackIdentifier: Int] = [:]

    init(seed: UInt64) {
        random = SplitMix(seed: seed)
        for (name, priority) in zip(Self.names, [10, 100, 100, 999]) {
            register(name, priority)
        }
    }

    mutating func step() {
        let track = Self.names.randomElement(using: &random) ?? .main
        switch Int.random(in: 0..<18, using: &random) {
        case 0...4:
            let id = MessageID()
            let isKnown = queues.knows(track)
            if isKnown { unfinished[track, default: []].append(id) }
            let actions = queues.add(id, to: track)
            if !isKnown { expect(actions.count == 1, "an unknown track is no error: what is for it is dropped") }
            apply(actions)
        case 5...9: if let id = inOrder.first { end(id) }
        case 10: for id in inOrder { end(id) }  // The audio stage has crashed.
        case 11:
            let waiting = (unfinished[track] ?? []).filter { playing[$0] == nil }
            apply(queues.cancelAll(track))
            expect(waiting.allSatisfy(finished.contains), "what waits on a track that is cancelled is dropped")
        case 12: apply(Bool.random(using: &random) ? queues.suspend() : queues.resume())
        case 13: register(track, [10, 100, 999].randomElement(using: &random) ?? 10)
        case 14 where track == "chime":
            apply(queues.unregister(track))
            expect(unfinished[track]?.isEmpty ?? true, "a track that is taken away leaves nothing")
            register(track, 100)
        case 15: if let id = inOrder.first { stop(id) }
        case 16:
            guard let id = (unfinished[track] ?? []).randomElement(using: &random) else { break }
            let expected: [TrackQueues.Action] =
                playing[id] == nil ? [.drop(id, reason: "cancelled")] : [.stop(track)]
            let actions = queues.cancel(id)
            expect(actions == expected, "what waits is dropped alone, and what plays is stopped")
            apply(actions)
        default: apply(queues.ended(MessageID()))  // The end of an unknown sequence.
        }
        check()
    }

    /// Plays all remaining sequences.
    mutating func drain() {
        apply(queues.resume())
        while let id = inOrder.first { end(id) }
        expect(queues.open.isEmpty, "all that was handed in is heard or dropped in the end")
        expect(unfinished.values.allSatisfy(\.isEmpty), "every sequence ends")
        expect(!Self.names.contains { queues.isForemost($0) }, "a silent track is not foremost")
    }

    /// The sequences that play, oldest first: a failing seed must fail again.
    private var inOrder: [MessageID] { playing.keys.sorted { "\($0)" < "\($1)" } }

    private mutating func end(_ id: MessageID) {
        finish(id)
        apply(queues.ended(id))
        expect(queues.ended(id).isEmpty, "an end that comes twice changes nothing")
    }

    /// Ends a sequence as somebody wanted, with all that wait behind it.
    private mutating func stop(_ id: MessageID) {
        let waiting = playing[id].flatMap { unfinished[$0] }?.filter { $0 != id }
        let dropped = queues.dropWaiting(behind: id) { _ in true }
        expect(dropped == waiting, "what waits behind a stopped sequence is dropped")
        for id in dropped { finish(id) }
        end(id)
    }

    private mutating func finish(_ id: MessageID) {
        expect(finished.insert(id).inserted, "over once")
        playing[id] = nil
        for track in unfinished.keys { unfinished[track]?.removeAll { $0 == id } }
    }

    private mutating func apply(_ actions: [TrackQueues.Action]) {
        for action in actions {
            switch action {
            case .send(let id, let track, let priority):
                expect(sent.insert(id).inserted && !finished.contains(id), "sent once, and not when it is over")
                expect(!isSuspended, "nothing begins while all is suspended")
                expect(!playing.values.contains(track), "a track plays one after the other")
                expect(unfinished[track]?.first == id, "in the order in which they came")
                expect(priorities[track] == priority, "with its track's priority")
                playing[id] = track
            case .drop(let id, _): finish(id)
            case .stop(let track): expect(playing.values.contains(track), "only what sounds is stopped")
            case .pause: isSuspended = true
            case .resume: isSuspended = false
            }
        }
    }

    private mutating func check() {
        expect(queues.isSuspended == isSuspended, "the queues know whether the tracks are suspended")
        let live = Self.names.filter { queues.isLive($0) }
        let best = live.compactMap { priorities[$0] }.max()
        let foremost = Self.names.filter { queues.isForemost($0) }
        let expected = isSuspended ? [] : live.filter { priorities[$0] == best }
        expect(foremost == expected, "the live tracks with the highest priority are foremost, unless all are suspended")
    }

    private mutating func register(_ track: AudioTrackIdentifier, _ priority: Int) {
        priorities[track] = priority
        queues.register(track, priority: priority)
    }

    private mutating func expect(_ isTrue: Bool, _ rule: String) {
        if !isTrue, violations.count < 5 { violations.append(rule) }
    }
}
