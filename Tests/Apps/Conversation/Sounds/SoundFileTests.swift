import SaybusMessages
import SaybusTesting
import Synchronization
import Testing

@testable import SaybusConversation

@Suite("Playable and unplayable sound files")
struct SoundFileTests {
    /// A transport that records sequences and warnings, for a coordinator without a bus.
    private final class TransportDouble: AudioTransport {
        var sent: [MessageID: AudioSequence] = [:]
        var warnings: [String] = []

        func send(_ sequence: AudioSequence, id: MessageID, turn: ConversationTurn?) throws -> Header {
            sent[id] = sequence
            return SoundFileTests.header(AudioSequence.kind)
        }

        func control(_ control: AudioControl) throws {}
        func warn(_ text: String) { warnings.append(text) }
    }

    private static func header(_ kind: Kind) -> Header {
        Header(
            kind: kind, session: .default, turn: nil, source: Source(role: "audio", instance: "a")!, run: 1,
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
    func goesOn() throws {
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
        coordinator.note(report(id, item: 0, .skipped, "it is gone"))
        coordinator.note(report(id, item: 1, .finished))
        coordinator.note(report(id, .finished, "it is gone"))
        #expect(log.lines == ["skipped(reason: \"it is gone\")", "finished", "heard"])
        #expect(transport.warnings == ["the sound file gone.wav is not played: it is gone"])
        #expect(coordinator.isIdle)
    }

    @Test("a sequence of unplayable files only is no failure, but a sequence whose speech was not played is")
    @ConversationActor
    func failure() throws {
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
            coordinator.note(report(id, item: 0, .skipped, "it is gone"))
            coordinator.note(report(id, .skipped, "it is gone"))
            #expect(log.lines == [isFailure ? "unheard(\"it is gone\")" : "heard"])
            #expect(transport.warnings.count == 1)
        }
    }

    @Test(
        "the dispatch stage reports unplayable files and continues the turn, and does not report other events"
    )
    func board() async {
        let warnings = Mutex<[String]>([])
        let board = PlaybackBoard { text in warnings.withLock { $0.append(text) } }
        let (only, spoken, without) = (MessageID(), MessageID(), MessageID())
        board.watch(only, playing: [.file(.init("gone.wav"))])
        board.watch(spoken, playing: [.file(.init("gone.wav")), .speech(.init("Words."))])
        board.watch(without, playing: [.tone(.init(frequency: 440, durationMs: 10))])
        for id in [only, spoken, without] {
            board.note(report(id, item: 0, .skipped, "it is gone"))
            board.note(report(id, .skipped, "it is gone"))
        }
        #expect(await board.end(of: only) == .finished(started: nil))
        #expect(await board.end(of: spoken) == .unheard("it is gone"))
        #expect(await board.end(of: without) == .unheard("it is gone"))
        let file = "the sound file gone.wav is not played: it is gone"
        #expect(warnings.withLock { $0 } == [file, file])
    }

    @Test("a warning is reported once, again after a change, and the number of warnings is bounded")
    func once() {
        let shown = Mutex<[String]>([])
        let warnings = Warnings(TestBus.quiet) { text in shown.withLock { $0.append(text) } }
        for text in ["a", "b", "a"] { warnings.tell(text) }
        #expect(shown.withLock { $0 } == ["a", "b"])
        warnings.forget()
        for number in 0..<2 * Warnings.capacity { warnings.tell("\(number)") }
        #expect(shown.withLock { $0.count } == 2 + Warnings.capacity)
    }
}
