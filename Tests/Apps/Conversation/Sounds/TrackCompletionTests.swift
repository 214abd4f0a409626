import SaybusMessages
import SaybusTesting
import Testing

@testable import SaybusConversation
@testable import SaybusDispatch

@Suite("What a completion does to its track", .timeLimit(.minutes(1)))
struct TrackCompletionTests {
    private func finished(_ sequence: MessageID) -> Message<AudioPlayback> {
        report(AudioPlayback(sequence: sequence, state: .finished))
    }

    private func stopped(_ sequence: MessageID, _ cause: AudioPlayback.Cause) -> Message<AudioPlayback> {
        report(AudioPlayback(sequence: sequence, state: .interrupted, reason: "enough", cause: cause))
    }

    private func report(_ playback: AudioPlayback) -> Message<AudioPlayback> {
        Message(
            header: Header(
                kind: AudioPlayback.kind, session: .default, turn: nil, source: Source(role: .audio, instance: "a")!,
                run: 1, sequence: 0, at: 0, causes: []),
            body: playback)
    }

    /// Posts two sequences, of which the first calls `body` when it is over.
    @ConversationActor
    private func post(
        on coordinator: AudioTrackCoordinator, _ transport: TransportDouble,
        _ body: @escaping @ConversationActor (AudioTrackCoordinator) -> Void
    ) -> (first: MessageID, second: MessageID, log: Log) {
        let log = Log()
        coordinator.registerTrack("main", priority: 10)
        coordinator.connect(transport)
        let first = coordinator.play(
            AudioEventSequence(events: [SpeechEvent(utteranceString: "One.")]), on: "main", turn: nil
        ) { [weak coordinator] end in
            log.add("first \(end)")
            if let coordinator { body(coordinator) }
        }
        let second = coordinator.play(
            AudioEventSequence(events: [SpeechEvent(utteranceString: "Two.")]), on: "main", turn: nil
        ) { end in log.add("second \(end)") }
        return (first, second, log)
    }

    @Test("a track that is cancelled in a completion sends nothing that waited, and then what is posted anew")
    @ConversationActor
    func cancelled() async throws {
        let (coordinator, transport) = (AudioTrackCoordinator(), TransportDouble())
        let posted = post(on: coordinator, transport) { $0.track("main")?.cancelAll() }
        await transport.tracker.apply(finished(posted.first))
        #expect(transport.sent[posted.second] == nil)
        #expect(posted.log.lines == ["first heard", "second unheard(\"cancelled\")"])
        #expect(coordinator.isIdle && coordinator.queues.open.isEmpty)
        let third = coordinator.play(
            AudioEventSequence(events: [SpeechEvent(utteranceString: "Three.")]), on: "main", turn: nil)
        #expect(transport.sent[third] != nil)
    }

    @Test(
        "a completion may post again on a track that is gone or full, or nothing to play, as often as it likes",
        arguments: ["gone", "main", "full"] as [AudioTrackIdentifier])
    @ConversationActor
    func postedAgain(track: AudioTrackIdentifier) async throws {
        let (coordinator, transport) = (AudioTrackCoordinator(), TransportDouble())
        for name in ["main", "full"] as [AudioTrackIdentifier] { coordinator.registerTrack(name, priority: 10) }
        coordinator.connect(transport)
        let speech = AudioEventSequence(events: [SpeechEvent(utteranceString: "One.")])
        for _ in 0...TrackQueues.capacity { coordinator.play(speech, on: "full", turn: nil) }
        let (times, open) = (Watched(0), coordinator.count)
        let posted = track == "full" ? speech : AudioEventSequence(events: [])
        @ConversationActor func post() {
            coordinator.play(posted, on: track, turn: nil) { _ in
                times.change { $0 += 1 }
                if times.value < 20_000 { post() }
            }
        }
        post()
        try await times.require("the last completion") { $0 == 20_000 }
        #expect(coordinator.count == open)
    }

    @Test("tracks that are suspended in a completion send what waited when they resume")
    @ConversationActor
    func suspended() async throws {
        let (coordinator, transport) = (AudioTrackCoordinator(), TransportDouble())
        let posted = post(on: coordinator, transport) { $0.suspendTracks() }
        await transport.tracker.apply(finished(posted.first))
        #expect(transport.sent[posted.second] == nil && coordinator.queues.isWaiting(posted.second))
        coordinator.resumeTracks()
        #expect(transport.sent[posted.second] != nil)
        await transport.tracker.apply(finished(posted.second))
        #expect(posted.log.lines == ["first heard", "second heard"])
        #expect(coordinator.isIdle && transport.controls == [AudioControl(.pause), AudioControl(.resume)])
    }

    @Test(
        "what waits behind a stopped sequence ends with it, and what its completion posts is sent",
        arguments: [AudioPlayback.Cause.demand, .bargeIn])
    @ConversationActor
    func stoppedFromOutside(cause: AudioPlayback.Cause) async throws {
        let (coordinator, transport) = (AudioTrackCoordinator(), TransportDouble())
        let posted = post(on: coordinator, transport) {
            $0.play(AudioEventSequence(events: [SpeechEvent(utteranceString: "Three.")]), on: "main", turn: nil)
        }
        await transport.tracker.apply(stopped(posted.first, cause))
        let first = cause == .bargeIn ? "first spokenOver" : "first unheard(\"enough\")"
        #expect(posted.log.lines == [first, "second unheard(\"enough\")"])
        #expect(transport.sent.values.map(\.spokenText).sorted() == ["One.", "Three."])
    }

    @Test("what a newer sequence or the app itself stops leaves alone what waits behind it", arguments: [true, false])
    @ConversationActor
    func stoppedByTheApp(isNewer: Bool) async throws {
        let (coordinator, transport) = (AudioTrackCoordinator(), TransportDouble())
        let posted = post(on: coordinator, transport) { _ in }
        var waiting = posted.second
        if !isNewer {
            coordinator.track("main")?.cancelAll()
            waiting = coordinator.play(
                AudioEventSequence(events: [SpeechEvent(utteranceString: "Three.")]), on: "main", turn: nil)
        }
        await transport.tracker.apply(stopped(posted.first, isNewer ? .newerSequence : .demand))
        #expect(transport.sent[waiting] != nil)
    }

    @Test("a completion that posts again does no harm while nothing can be sent, until the conversation ends")
    @ConversationActor
    func postsAgain() async throws {
        let (coordinator, transport) = (AudioTrackCoordinator(), TransportDouble())
        coordinator.registerTrack("main", priority: 10)
        coordinator.connect(transport)
        transport.isClosed = true
        let log = Log()
        func tick() {
            coordinator.play(
                AudioEventSequence(events: [SpeechEvent(utteranceString: "Tick.")]), on: "main", turn: nil
            ) { _ in
                log.add("tick")
                tick()
            }
        }
        tick()
        while log.lines.count < 3 { await Task.yield() }
        coordinator.close()
        let count = log.lines.count
        for _ in 1...100 { await Task.yield() }
        #expect(log.lines.count == count)
        #expect(transport.sent.isEmpty)
    }

    @Test("a track that the app takes away while it sounds fails no turn")
    @ConversationActor
    func takenAway() async throws {
        let (coordinator, transport) = (AudioTrackCoordinator(), TransportDouble())
        coordinator.registerTrack("chime", priority: 20)
        coordinator.connect(transport)
        let end = Watched<TurnEnded?>(nil)
        let turn = ConversationTurn(id: TurnID(), cause: nil) { ended, _ in end.change { $0 = ended } }
        for words in ["One.", "Two."] {
            coordinator.play(
                AudioEventSequence(events: [SpeechEvent(utteranceString: words)]), on: "chime", turn: turn)
        }
        turn.settle()
        coordinator.unregisterTrack("chime")
        let ended = try await end.require("the turn's end") { $0 != nil }
        #expect(ended?.outcome == .handled)
        #expect(transport.controls == [AudioControl(.stop, track: "chime")])
        #expect(coordinator.isIdle)
    }

    @Test("the user's speech ends what waits of the same turn, but neither a question nor the answer to later words")
    @ConversationActor
    func spokenOver() async throws {
        let (coordinator, transport) = (AudioTrackCoordinator(), TransportDouble())
        coordinator.registerTrack("main", priority: 10)
        coordinator.connect(transport)
        let turns = (0..<2).map { _ in ConversationTurn(id: TurnID(), cause: nil) { _, _ in } }
        func post(_ words: String, in turn: ConversationTurn, isQuestion: Bool = false) -> MessageID {
            coordinator.play(
                AudioEventSequence(events: [SpeechEvent(utteranceString: words)]), on: "main", turn: turn,
                options: SequenceOptions(isQuestion: isQuestion))
        }
        let rules = post("These are the rules.", in: turns[0])
        let more = post("There are more.", in: turns[0])
        let question = post("Ready?", in: turns[0], isQuestion: true)
        let answer = post("It is noon.", in: turns[1])
        await transport.tracker.apply(stopped(rules, .bargeIn))
        #expect(transport.sent[question] != nil && transport.sent[answer] == nil)
        await transport.tracker.apply(finished(question))
        #expect(transport.sent[more] == nil && transport.sent[answer] != nil)
        await transport.tracker.apply(finished(answer))
        #expect(coordinator.isIdle && coordinator.queues.open.isEmpty)
    }
}
