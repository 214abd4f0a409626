import SaybusMessages
import SaybusTesting
import Synchronization
import Testing

@testable import SaybusConversation
@testable import SaybusDispatch

@Suite("Playable and unplayable sound files")
struct SoundFileTests {
    private static func header(_ kind: Kind) -> Header {
        Header(
            kind: kind, session: .default, turn: nil, source: Source(role: .audio, instance: "a")!, run: 1,
            sequence: 0, at: 0, causes: [])
    }

    private func report(
        _ sequence: MessageID, item: Int? = nil, _ state: AudioPlayback.State, _ reason: String? = nil
    ) -> Message<AudioPlayback> {
        Message(
            header: Self.header(AudioPlayback.kind),
            body: AudioPlayback(sequence: sequence, item: item, state: state, reason: reason))
    }

    @Test(
        "a file tone becomes a file operation, and a missing path or an invalid volume leaves nothing to play")
    func operations() {
        #expect(ToneEvent(file: "chime.wav").operations == [.file(.init("chime.wav"))])
        #expect(ToneEvent(file: "chime.wav", volume: 0.5).operations == [.file(.init("chime.wav", volume: 0.5))])
        for bad in [ToneEvent(file: ""), ToneEvent(file: "a", volume: 2), ToneEvent(file: "a", volume: .nan)] {
            #expect(bad.operations.isEmpty)
        }
    }

    @Test("an unplayable file is reported, its completion gets the reason, and the next event is played")
    @ConversationActor
    func goesOn() async throws {
        let coordinator = AudioTrackCoordinator()
        coordinator.registerTrack("main", priority: 10)
        let transport = TransportDouble()
        coordinator.connect(transport)
        let log = Log()
        let sequence = AudioEventSequence()
        sequence.addEvent(ToneEvent(file: "gone.wav")) { log.add("\($0)") }
        sequence.addEvent(SpeechEvent(utteranceString: "Heard.")) { log.add("\($0)") }
        let id = coordinator.play(sequence, on: "main") { log.add("\($0)") }
        #expect(transport.sent[id]?.reportsItems == true)
        await transport.tracker.apply(report(id, item: 0, .skipped, "it is gone"))
        await transport.tracker.apply(report(id, item: 1, .finished))
        await transport.tracker.apply(report(id, .finished, "it is gone"))
        #expect(log.lines == ["skipped(reason: \"it is gone\")", "finished", "heard"])
        #expect(transport.problems == ["the sound file gone.wav is not played: it is gone"])
        #expect(coordinator.isIdle)
    }

    @Test("a sequence of unplayable files only is no failure, but a sequence whose speech was not played is")
    @ConversationActor
    func failure() async throws {
        let tone = ToneEvent(file: "gone.wav")
        let events: [(any AudibleEvent, Bool)] = [
            (tone, false), (CompositeEvent(events: [tone, SpeechEvent(utteranceString: "Words.")]), true),
        ]
        for (event, isFailure) in events {
            let coordinator = AudioTrackCoordinator()
            coordinator.registerTrack("main", priority: 10)
            let transport = TransportDouble()
            coordinator.connect(transport)
            let log = Log()
            let id = coordinator.play(AudioEventSequence(events: [event]), on: "main") { log.add("\($0)") }
            await transport.tracker.apply(report(id, item: 0, .skipped, "it is gone"))
            await transport.tracker.apply(report(id, .skipped, "it is gone"))
            #expect(log.lines == [isFailure ? "unheard(\"it is gone\")" : "heard"])
            #expect(transport.problems.count == 1)
        }
    }

    @Test("the newest warning is shown, and the number of warnings is bounded")
    func newest() {
        let shown = Mutex<[String]>([])
        let problems = ProblemReporter(TestBus.quiet) { text in shown.withLock { $0.append(text ?? "none") } }
        for text in ["a", "a", "b", "a"] { problems.report(text) }
        #expect(shown.withLock { $0 } == ["a", "b", "a"])
        problems.reset(.commands)
        for number in 0..<2 * ProblemReporter.capacity { problems.report("\(number)") }
        #expect(shown.withLock { $0.count } == 4 + ProblemReporter.capacity)
    }
}
