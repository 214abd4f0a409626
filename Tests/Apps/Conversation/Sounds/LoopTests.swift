import SaybusMessages
import SaybusTesting
import Testing

@testable import SaybusConversation
@testable import SaybusDispatch

@Suite("Sounds that loop", .timeLimit(.minutes(1)))
struct LoopTests {
    private static let rain = ToneEvent(file: "rain.ogg", volume: 0.5, loops: true)

    @ConversationActor
    private func connected(to transport: TransportDouble) -> AudioTrackCoordinator {
        let coordinator = AudioTrackCoordinator()
        coordinator.registerTrack("rain", priority: 5)
        coordinator.connect(transport)
        return coordinator
    }

    private func interrupted(_ sequence: MessageID) -> Message<AudioPlayback> {
        Message(
            header: Header(
                kind: AudioPlayback.kind, session: .default, turn: nil, source: Source(role: .audio, instance: "a")!,
                run: 1, sequence: 0, at: 0, causes: []),
            body: AudioPlayback(sequence: sequence, state: .interrupted))
    }

    @Test("a loop is a file that begins again, and its turn ends when it has been sent")
    @ConversationActor
    func turn() async throws {
        #expect(Self.rain.operations == [.file(.init("rain.ogg", volume: 0.5, loops: true))])
        let transport = TransportDouble()
        let coordinator = connected(to: transport)
        let end = Watched<TurnEnded?>(nil)
        let turn = ConversationTurn(id: TurnID(), cause: nil) { ended, _ in end.change { $0 = ended } }
        let id = coordinator.play(AudioEventSequence(events: [Self.rain]), on: "rain", turn: turn)
        turn.settle()
        let ended = try await end.require("the turn's end") { $0 != nil }
        #expect(ended?.outcome == .handled)
        #expect(transport.sent[id] != nil && !coordinator.isIdle && transport.controls.isEmpty)
    }

    @Test("what is posted on its track, or cancelling the track, stops a loop")
    @ConversationActor
    func replaced() async throws {
        let transport = TransportDouble()
        let coordinator = connected(to: transport)
        let loop = coordinator.play(AudioEventSequence(events: [Self.rain]), on: "rain")
        let words = coordinator.play(
            AudioEventSequence(events: [SpeechEvent(utteranceString: "Enough.")]), on: "rain")
        #expect(transport.controls == [AudioControl(.stop, track: "rain")])
        #expect(transport.sent[words] == nil)
        await transport.tracker.apply(interrupted(loop))
        #expect(transport.sent[words] != nil)
        let again = coordinator.play(AudioEventSequence(events: [Self.rain]), on: "rain")
        await transport.tracker.apply(interrupted(words))
        #expect(transport.sent[again] != nil)
        coordinator.track("rain")?.cancelAll()
        #expect(transport.controls.count == 2)
        await transport.tracker.apply(interrupted(again))
        #expect(coordinator.isIdle)
    }

    @Test("a loop that begins after the others were stopped is stopped with the conversation")
    @ConversationActor
    func late() {
        let transport = TransportDouble()
        let coordinator = connected(to: transport)
        coordinator.registerTrack("wind", priority: 6)
        coordinator.play(AudioEventSequence(events: [Self.rain]), on: "rain")
        coordinator.stopLoops()
        coordinator.play(AudioEventSequence(events: [Self.rain]), on: "wind")
        coordinator.close()
        #expect(transport.controls == [AudioControl(.stop, track: "rain"), AudioControl(.stop, track: "wind")])
        #expect(coordinator.isIdle)
    }

    @Test("an app registers a track for a sound that goes on, as the page Conversation.md shows, until the app ends")
    func page() async throws {
        let harness = try await Harness { manager in
            let commands = CommandRecognizerCatalog()
            commands.addCommandRecognizer(HelpCommandRecognizer(responseBuilder: { .say("Listen.") }))
            manager.commandRegistry = commands
            let rain = manager.trackCoordinator.registerTrack("rain", priority: 5)
            rain.addEvent(ToneEvent(file: "soundbank://saybus/rain", loops: true))
        }
        let sequence = await harness.recorder.first(AudioSequence.self) { $0.body.track == "rain" }
        #expect(sequence?.body.events == [.file(.init("soundbank://saybus/rain", loops: true))])
        // The first loop is played once before the next one is held.
        await Task { @ConversationActor in
            while !harness.manager.trackCoordinator.isIdle { await Task.yield() }
        }.value
        harness.audio.hold()
        await Task { @ConversationActor in
            harness.manager.trackCoordinator.track("rain")?.addEvent(Self.rain)
            harness.manager.conversation?.drain()
        }.value
        let stop = await harness.recorder.first(AudioControl.self)
        #expect(stop?.body == AudioControl(.stop, track: "rain"))
        try await harness.stop()
    }
}
