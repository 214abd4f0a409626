import SaybusMessages
import SaybusSupport
import SaybusTesting
import Synchronization
import Testing

@testable import SaybusConversation
@testable import SaybusDispatch

@Suite("Suspended tracks", .timeLimit(.minutes(1)))
struct SuspendedTrackTests {
    @ConversationActor
    private func connected(to transport: TransportDouble, _ clock: ManualClock) -> AudioTrackCoordinator {
        let coordinator = AudioTrackCoordinator(clock: clock)
        coordinator.registerTrack("main", priority: 10)
        coordinator.connect(transport)
        return coordinator
    }

    @Test("a turn waits ten minutes for a sequence on suspended tracks; the sequence itself is played when they resume")
    @ConversationActor
    func bounded() async throws {
        let (clock, transport) = (ManualClock(), TransportDouble())
        let coordinator = connected(to: transport, clock)
        let end = Watched<TurnEnded?>(nil)
        let turn = ConversationTurn(id: TurnID(), cause: nil) { ended, _ in end.change { $0 = ended } }
        coordinator.suspendTracks()
        let id = coordinator.play(
            AudioEventSequence(events: [SpeechEvent(utteranceString: "Hello.")]), on: "main", turn: turn)
        turn.settle()
        try await clock.waitForSleepers()
        clock.advance(by: PlaybackTracker.endTimeout - .milliseconds(1))
        #expect(!turn.isEnded && transport.sent.isEmpty)
        clock.advance(by: .milliseconds(1))
        let ended = try await end.require("the turn's end") { $0 != nil }
        #expect(ended?.outcome == .failed && ended?.reason?.contains("suspended its tracks for 600 s") == true)
        #expect(transport.sent.isEmpty && !coordinator.isIdle)
        coordinator.resumeTracks()
        #expect(transport.sent[id]?.spokenText == "Hello.")
    }

    @Test("the wait is not limited any more once the tracks are resumed")
    @ConversationActor
    func resumed() async throws {
        let (clock, transport) = (ManualClock(), TransportDouble())
        let coordinator = connected(to: transport, clock)
        let turn = ConversationTurn(id: TurnID(), cause: nil) { _, _ in }
        for words in ["One.", "Two."] {
            coordinator.play(AudioEventSequence(events: [SpeechEvent(utteranceString: words)]), on: "main", turn: turn)
        }
        coordinator.suspendTracks()
        try await clock.waitForSleepers()
        coordinator.resumeTracks()
        #expect(clock.sleeping == 0 && !turn.isEnded)
        #expect(transport.sent.values.map(\.spokenText) == ["One."])
    }

    @Test(
        "what follows words that need not be waited for follows at the suspension, and the words are heard later",
        arguments: [true, false])
    @ConversationActor
    func endsAtSuspension(suspendsFirst: Bool) {
        let transport = TransportDouble()
        let coordinator = connected(to: transport, ManualClock())
        let ends = Watched<[AudioTrackCoordinator.End]>([])
        if suspendsFirst { coordinator.suspendTracks() }
        let id = coordinator.play(
            AudioEventSequence(events: [SpeechEvent(utteranceString: "Hello.")]), on: "main", turn: nil,
            options: SequenceOptions(endsAtSuspension: true)
        ) { end in ends.change { $0.append(end) } }
        if !suspendsFirst {
            #expect(ends.value.isEmpty)
            coordinator.suspendTracks()
        }
        #expect(ends.value == [.unheard("the app has suspended its tracks")])
        coordinator.resumeTracks()
        #expect(transport.sent[id] != nil)
        coordinator.close()
        #expect(ends.value.count == 1)
    }

    @Test("the end of a conversation resumes its suspended tracks, since other apps play on them, too")
    @ConversationActor
    func closed() async throws {
        let transport = TransportDouble()
        let coordinator = connected(to: transport, ManualClock())
        coordinator.suspendTracks()
        coordinator.play(AudioEventSequence(events: [SpeechEvent(utteranceString: "Hello.")]), on: "main")
        coordinator.close()
        #expect(transport.controls == [AudioControl(.pause), AudioControl(.resume)])
        #expect(transport.sent.isEmpty && coordinator.isIdle)
        let next = TransportDouble()
        coordinator.connect(next)
        let id = coordinator.play(AudioEventSequence(events: [SpeechEvent(utteranceString: "Again.")]), on: "main")
        #expect(next.sent[id] != nil)
    }
}

@Suite("Sounds that are posted before the conversation is on the bus", .timeLimit(.minutes(1)))
@ConversationActor
struct EarlySoundTests {
    private func post(
        _ words: String, on coordinator: AudioTrackCoordinator, _ outcomes: Watched<[String: AudioOutcome]>
    ) -> MessageID {
        let sequence = AudioEventSequence()
        sequence.addEvent(SpeechEvent(utteranceString: words)) { outcome in outcomes.change { $0[words] = outcome } }
        return coordinator.play(sequence, on: "main", turn: nil)
    }

    @Test("what waited too long is skipped, and what was posted shortly before is heard")
    func outdated() throws {
        let (clock, transport) = (ManualClock(), TransportDouble())
        let coordinator = AudioTrackCoordinator(clock: clock)
        coordinator.registerTrack("main", priority: 10)
        let outcomes = Watched<[String: AudioOutcome]>([:])
        let old = [post("One.", on: coordinator, outcomes), post("Two.", on: coordinator, outcomes)]
        clock.advance(by: .seconds(8))
        let new = post("Three.", on: coordinator, outcomes)
        clock.advance(by: .seconds(1))
        coordinator.connect(transport)
        #expect(transport.sent.keys.map { $0 } == [new], "the track is free for what comes later")
        for id in old { #expect(transport.sent[id] == nil) }
        #expect(outcomes.value.keys.sorted() == ["One.", "Two."])
        for outcome in outcomes.value.values {
            guard case .skipped(let reason) = outcome else {
                Issue.record("\(outcome)")
                continue
            }
            #expect(reason.contains("not connected to the bus"))
        }
    }

    @Test("what waits on suspended tracks is heard when they are resumed, however late")
    func suspended() {
        let (clock, transport) = (ManualClock(), TransportDouble())
        let coordinator = AudioTrackCoordinator(clock: clock)
        coordinator.registerTrack("main", priority: 10)
        coordinator.suspendTracks()
        let id = post("Hello.", on: coordinator, Watched([:]))
        clock.advance(by: .seconds(60))
        coordinator.connect(transport)
        #expect(transport.sent.isEmpty)
        coordinator.resumeTracks()
        #expect(transport.sent[id] != nil)
    }

    @Test("what is cancelled before ends at once, and what is posted after it is heard")
    func cancelled() {
        let transport = TransportDouble()
        let coordinator = AudioTrackCoordinator()
        let track = coordinator.registerTrack("main", priority: 10)
        let outcomes = Watched<[String: AudioOutcome]>([:])
        for words in ["One.", "Two."] { _ = post(words, on: coordinator, outcomes) }
        track.cancelAll()
        let cancelled = AudioOutcome.skipped(reason: "cancelled")
        #expect(outcomes.value == ["One.": cancelled, "Two.": cancelled])
        let next = post("Three.", on: coordinator, outcomes)
        coordinator.connect(transport)
        #expect(transport.sent.keys.map { $0 } == [next] && transport.controls.isEmpty)
    }

    @Test("what is posted behind a loop is heard in its place")
    func loop() {
        let transport = TransportDouble()
        let coordinator = AudioTrackCoordinator()
        coordinator.registerTrack("main", priority: 10)
        coordinator.play(
            AudioEventSequence(events: [ToneEvent(file: "rain.ogg", loops: true)]), on: "main", turn: nil)
        let words = post("Enough.", on: coordinator, Watched([:]))
        coordinator.connect(transport)
        #expect(transport.sent.keys.map { $0 } == [words] && transport.controls.isEmpty)
    }

    @Test("no more is kept than what a track holds")
    func bounded() {
        let coordinator = AudioTrackCoordinator()
        coordinator.registerTrack("main", priority: 10)
        let outcomes = Watched<[String: AudioOutcome]>([:])
        for number in 0..<2 * TrackQueues.capacity { _ = post("\(number)", on: coordinator, outcomes) }
        #expect(coordinator.count == TrackQueues.capacity + 1)
        #expect(outcomes.value.count == TrackQueues.capacity - 1)
    }
}
