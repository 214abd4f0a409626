import SaybusMessages
import SaybusTesting
import Testing

@testable import SaybusConversation
@testable import SaybusDispatch

@Suite("What a completion does to its track", .timeLimit(.minutes(1)))
struct TrackCompletionTests {
    private func finished(_ sequence: MessageID) -> Message<AudioPlayback> {
        Message(
            header: Header(
                kind: AudioPlayback.kind, session: .default, turn: nil, source: Source(role: "audio", instance: "a")!,
                run: 1, sequence: 0, at: 0, causes: []),
            body: AudioPlayback(sequence: sequence, state: .finished))
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
}
