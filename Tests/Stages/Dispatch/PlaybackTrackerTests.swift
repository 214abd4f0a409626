import SaybusMessages
import SaybusTesting
import Synchronization
import Testing

@testable import SaybusDispatch

@Suite("Playback of published sequences")
struct PlaybackTrackerTests {
    /// The starts and ends of tracked sequences.
    private final class Ends: Sendable {
        private let started = Mutex<[MessageID]>([])
        private let ends = Mutex<[MessageID: [PlaybackEnd]]>([:])
        private let (stream, report) = AsyncStream.makeStream(of: Void.self)

        func begin(
            _ id: MessageID, in tracker: PlaybackTracker, playing events: [AudioEvent] = [],
            again: PlaybackTracker.Again? = nil
        ) {
            let handler: PlaybackTracker.Handler = { event in
                if case .started = event { self.started.withLock { $0.append(id) } }
                guard case .ended(let end) = event else { return }
                self.ends.withLock { $0[id, default: []].append(end) }
                self.report.yield()
            }
            tracker.begin(id, playing: events, handler: handler, again: again)
        }

        subscript(id: MessageID) -> PlaybackEnd.Outcome? {
            ends.withLock { $0[id]?.count == 1 ? $0[id]?.first?.outcome : nil }
        }

        func hasStarted(_ id: MessageID) -> Bool { started.withLock { $0.contains(id) } }

        func latency(of id: MessageID) -> Int? { ends.withLock { $0[id]?.first?.latency } }

        func next() async { for await _ in stream { return } }
    }

    private func header(
        _ kind: Kind, at: Int64 = 0, run: UInt32 = 1, causes: [MessageID] = [], from instance: String = "a"
    ) -> Header {
        Header(
            kind: kind, session: .default, turn: nil, source: Source(role: .audio, instance: instance)!, run: run,
            sequence: 0, at: at, causes: causes)
    }

    private func playback(
        _ sequence: MessageID, _ state: AudioPlayback.State, item: Int? = nil, at: Int64 = 0, reason: String? = nil,
        run: UInt32 = 1, from instance: String = "a"
    ) -> Message<AudioPlayback> {
        Message(
            header: header(AudioPlayback.kind, at: at, run: run, from: instance),
            body: AudioPlayback(sequence: sequence, item: item, state: state, reason: reason))
    }

    private func status(_ state: StageStatus.State, run: UInt32 = 1) -> Message<StageStatus> {
        Message(
            header: header(StageStatus.kind, run: run),
            body: StageStatus(role: .audio, instance: "a", state: state, pid: 1, uptimeMs: 0))
    }

    @Test("a sequence ends by the report of its end, with the time to its first sample")
    func reported() async {
        let (tracker, ends) = (PlaybackTracker { _ in }, Ends())
        let (heard, skipped, cut) = (MessageID(), MessageID(), MessageID())
        for id in [heard, skipped, cut] { ends.begin(id, in: tracker) }
        tracker.sent(heard, at: 3)
        await tracker.apply(playback(heard, .started, at: 7))
        #expect(ends[heard] == nil)
        await tracker.apply(playback(heard, .finished))
        await tracker.apply(playback(heard, .finished))
        await tracker.apply(playback(skipped, .skipped, reason: "no voice"))
        await tracker.apply(playback(cut, .interrupted))
        #expect(ends[heard] == .finished && ends.latency(of: heard) == 4)
        #expect(ends[skipped] == .unheard("no voice"))
        #expect(ends[cut] == .unheard("it was interrupted"))
    }

    @Test("a report that cannot be read ends the sequences that it names, with the field as the reason")
    func unreadable() async {
        let (tracker, ends) = (PlaybackTracker { _ in }, Ends())
        let (named, other) = (MessageID(), MessageID())
        for id in [named, other] { ends.begin(id, in: tracker) }
        func report(_ body: String, on sequence: MessageID) -> RawMessage {
            RawMessage(header: header(AudioPlayback.kind, causes: [sequence]), body: Array(body.utf8))
        }
        await tracker.refuse(report(#"{"item":0,"state":"humming"}"#, on: named), because: "state is not known")
        #expect(ends[named] == nil, "it is about one event")
        await tracker.refuse(report(#"{"state":"humming"}"#, on: named), because: "state is not known")
        #expect(ends[named] == .unheard("the report of audio/a on it cannot be read: state is not known"))
        #expect(ends[other] == nil)
    }

    @Test(
        "the loss or restart of an audio stage ends the sequences that it had reported or only confirmed",
        arguments: [true, false])
    func lost(isGone: Bool) async {
        let (tracker, ends) = (PlaybackTracker { _ in }, Ends())
        let (started, confirmed, other) = (MessageID(), MessageID(), MessageID())
        for id in [started, confirmed, other] { ends.begin(id, in: tracker) }
        await tracker.apply(playback(started, .started))
        tracker.apply(receipt: header(Receipt.kind, causes: [confirmed]))
        await tracker.apply(isGone ? status(.lost) : status(.ready, run: 2))
        for id in [started, confirmed] {
            guard case .cut(let reason) = ends[id] else {
                Issue.record("the loss is not noticed")
                return
            }
            #expect(reason.contains(isGone ? "is lost" : "started again"))
        }
        #expect(ends[other] == nil, "a sequence that the stage did not have waits for another one")
    }

    @Test("what has not begun to sound is published once more when its audio stage is started again, in its order")
    func again() async {
        struct Unsendable: Error {}
        let sent = Mutex<[MessageID]>([])
        let (tracker, ends) = (PlaybackTracker { _ in }, Ends())
        let (begun, first, second, unsendable) = (MessageID(), MessageID(), MessageID(), MessageID())
        for id in [second, begun, first] { ends.begin(id, in: tracker) { sent.withLock { $0.append(id) } } }
        ends.begin(unsendable, in: tracker) { throw Unsendable() }
        await tracker.apply(playback(begun, .started))
        for id in [first, second, unsendable] { await tracker.apply(playback(id, .queued)) }
        await tracker.apply(status(.ready, run: 2))
        for id in [begun, unsendable] {
            guard case .cut = ends[id] else {
                Issue.record("the loss is not noticed")
                return
            }
        }
        #expect(sent.withLock { $0 } == [first, second].sorted())
        for id in [first, second] {
            await tracker.apply(playback(id, .skipped, reason: "the player has ended"))
            #expect(ends[id] == nil, "it is the former stage's report")
        }
        await tracker.apply(playback(first, .finished, run: 2))
        #expect(ends[first] == .finished)
        await tracker.apply(playback(second, .queued, run: 2))
        await tracker.apply(status(.ready, run: 3))
        guard case .cut = ends[second] else {
            Issue.record("a stage that fails at it again does not get it for ever")
            return
        }
        #expect(sent.withLock { $0.count } == 2)
    }

    @Test("of two audio stages that have a sequence, one that fails at it does not end it while the other one plays it")
    func twoStages() async {
        let (tracker, ends) = (PlaybackTracker { _ in }, Ends())
        let (late, early, heard, orphaned, unheard) = (
            MessageID(), MessageID(), MessageID(), MessageID(), MessageID()
        )
        for id in [late, early, heard, orphaned, unheard] {
            ends.begin(id, in: tracker)
            for instance in id == late ? ["b", "a"] : ["a", "b"] {
                await tracker.apply(playback(id, .queued, from: instance))
            }
        }
        for id in [late, early] {
            await tracker.apply(playback(id, .skipped, reason: "no loudspeaker", from: "a"))
            #expect(ends[id] == nil)
            await tracker.apply(playback(id, .started, from: "b"))
            await tracker.apply(playback(id, .finished, from: "b"))
            #expect(ends[id] == .finished)
        }
        await tracker.apply(playback(heard, .finished, from: "b"))
        await tracker.apply(playback(heard, .skipped, reason: "no loudspeaker", from: "a"))
        #expect(ends[heard] == .finished)
        await tracker.apply(playback(unheard, .skipped, reason: "no loudspeaker", from: "a"))
        await tracker.apply(playback(unheard, .skipped, reason: "no voice", from: "b"))
        #expect(ends[unheard] == .unheard("no voice"))
        await tracker.apply(status(.lost))
        #expect(ends[orphaned] == nil)
        await tracker.apply(playback(orphaned, .finished, from: "b"))
        #expect(ends[orphaned] == .finished)
    }

    @Test("what has sounded, or was stopped, at another audio stage is not sent again when the first one is lost")
    func begunElsewhere() async {
        let sent = Mutex<[MessageID]>([])
        let (tracker, ends) = (PlaybackTracker { _ in }, Ends())
        let (unheard, heard, stopped) = (MessageID(), MessageID(), MessageID())
        for id in [unheard, heard, stopped] {
            ends.begin(id, in: tracker) { sent.withLock { $0.append(id) } }
            for instance in ["a", "b"] { await tracker.apply(playback(id, .queued, from: instance)) }
        }
        for id in [unheard, heard] {
            await tracker.apply(playback(id, .started, from: "b"))
            #expect(ends.hasStarted(id))
        }
        await tracker.apply(playback(unheard, .skipped, reason: "no loudspeaker", from: "a"))
        for id in [unheard, heard] { await tracker.apply(playback(id, .finished, from: "b")) }
        let stop = AudioPlayback(sequence: stopped, state: .skipped, reason: "stop", cause: .demand)
        await tracker.apply(Message(header: header(AudioPlayback.kind, from: "b"), body: stop))
        #expect(ends[unheard] == .finished)
        #expect(ends[heard] == nil && ends[stopped] == nil)
        await tracker.apply(status(.ready, run: 2))
        #expect(ends[heard] == .finished)
        #expect(ends[stopped] == .stopped("stop", .demand, hadBegun: false))
        #expect(sent.withLock { $0 } == [])
    }

    @Test("a sequence ends when the bus gives it up, when no audio stage takes it in time, and when the program stops")
    func given() async {
        let (tracker, ends) = (PlaybackTracker { _ in }, Ends())
        let (expired, untaken, open) = (MessageID(), MessageID(), MessageID())
        ends.begin(expired, in: tracker)
        ends.begin(open, in: tracker)
        await tracker.expire(header(TurnEnded.kind, causes: [expired]), "nobody took it")
        #expect(ends[expired] == .expired("nobody took it"))
        await ends.next()
        ends.begin(untaken, in: tracker)
        tracker.startTimeouts(of: untaken, take: .milliseconds(1))
        await ends.next()
        #expect(ends[untaken] == .unheard("no audio stage has taken it within 1 ms"))
        await tracker.close()
        #expect(ends[open] == .unheard("the program stopped while it sounded"))
        #expect(!tracker.begin(MessageID(), playing: []) { _ in }, "nothing is tracked after the end")
    }

    @Test("a sequence sounds for as long as there are reports on it", .timeLimit(.minutes(1)))
    func long() async throws {
        let clock = ManualClock()
        let (tracker, ends, id) = (PlaybackTracker(clock: clock) { _ in }, Ends(), MessageID())
        ends.begin(id, in: tracker)
        tracker.startTimeouts(of: id)
        try await clock.waitForSleepers()
        await tracker.apply(playback(id, .started))
        clock.advance(by: PlaybackTracker.takeTimeout)
        for item in 0..<4 {
            try await clock.waitForSleepers()
            clock.advance(by: .seconds(300))
            await tracker.apply(playback(id, .finished, item: item))
        }
        try await clock.waitForSleepers()
        #expect(ends[id] == nil)
        await tracker.apply(playback(id, .finished))
        #expect(ends[id] == .finished)
    }

    @Test("a long text sounds for as long as it may take, without a report", .timeLimit(.minutes(1)))
    func longText() async throws {
        let clock = ManualClock()
        let (tracker, ends, id) = (PlaybackTracker(clock: clock) { _ in }, Ends(), MessageID())
        let story = AudioEvent.speech(.init(String(repeating: "a long story ", count: 700)))
        ends.begin(id, in: tracker, playing: [story])
        tracker.startTimeouts(of: id)
        try await clock.waitForSleepers()
        await tracker.apply(playback(id, .started))
        clock.advance(by: PlaybackTracker.takeTimeout)
        try await clock.waitForSleepers()
        clock.advance(by: PlaybackTracker.endTimeout)
        try await clock.waitForSleepers()
        #expect(ends[id] == nil)
        clock.advance(by: .seconds(1820))
        await ends.next()
        #expect(ends[id] == .unheard("no report on it came within 1820 s"))
    }

    @Test("a sequence on which no report comes for ten minutes was not heard", .timeLimit(.minutes(1)))
    func silent() async throws {
        let clock = ManualClock()
        let (tracker, ends, id) = (PlaybackTracker(clock: clock) { _ in }, Ends(), MessageID())
        ends.begin(id, in: tracker)
        tracker.startTimeouts(of: id)
        try await clock.waitForSleepers()
        await tracker.apply(playback(id, .started))
        clock.advance(by: PlaybackTracker.takeTimeout)
        try await clock.waitForSleepers()
        clock.advance(by: PlaybackTracker.endTimeout - PlaybackTracker.takeTimeout)
        await ends.next()
        #expect(ends[id] == .unheard("no report on it came within 600 s"))
    }

    @Test(
        "a sequence that waits behind others, or is paused, has no limit until it goes on", .timeLimit(.minutes(1)),
        arguments: [(AudioPlayback.State.queued, AudioPlayback.State.started), (.suspended, .resumed)])
    func held(by state: AudioPlayback.State, until next: AudioPlayback.State) async throws {
        let clock = ManualClock()
        let (tracker, ends, id) = (PlaybackTracker(clock: clock) { _ in }, Ends(), MessageID())
        ends.begin(id, in: tracker)
        tracker.startTimeouts(of: id)
        try await clock.waitForSleepers()
        await tracker.apply(playback(id, state))
        clock.advance(by: PlaybackTracker.takeTimeout)
        for _ in 1...3 {
            try await clock.waitForSleepers()
            clock.advance(by: PlaybackTracker.endTimeout)
        }
        try await clock.waitForSleepers()
        #expect(ends[id] == nil)
        await tracker.apply(playback(id, next))
        clock.advance(by: PlaybackTracker.endTimeout)
        await ends.next()
        #expect(ends[id] == .unheard("no report on it came within 600 s"))
    }

    @Test("a sound file that cannot be played is reported, and fails the sequence only if it contains speech")
    func files() async {
        let problems = Mutex<[String]>([])
        let (tracker, ends) = (PlaybackTracker { text in problems.withLock { $0.append(text) } }, Ends())
        let (only, spoken, without) = (MessageID(), MessageID(), MessageID())
        ends.begin(only, in: tracker, playing: [.file(.init("gone.wav"))])
        ends.begin(spoken, in: tracker, playing: [.file(.init("gone.wav")), .speech(.init("Words."))])
        ends.begin(without, in: tracker, playing: [.tone(.init(frequency: 440, durationMs: 10))])
        for id in [only, spoken, without] {
            await tracker.apply(playback(id, .skipped, item: 0, reason: "it is gone"))
            await tracker.apply(playback(id, .skipped, reason: "it is gone"))
        }
        #expect(ends[only] == .finished)
        #expect(ends[spoken] == .unheard("it is gone"))
        #expect(ends[without] == .unheard("it is gone"))
        let file = "the sound file gone.wav is not played: it is gone"
        #expect(problems.withLock { $0 } == [file, file])
    }
}
