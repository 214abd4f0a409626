import SaybusMessages
import Testing

@testable import SaybusListening

@Suite("Half-duplex gate")
struct HalfDuplexGateTests {
    private let audio = Source(role: .audio, instance: "one")!
    private let broker = Source(role: .broker, instance: "broker")!

    private func message<Body: BusMessage>(_ body: Body, from source: Source, run: UInt32) -> Message<Body> {
        Message(
            header: Header(kind: Body.kind, session: .default, source: source, run: run, sequence: 0), body: body)
    }

    private func status(_ state: StageStatus.State) -> StageStatus {
        StageStatus(role: .audio, instance: "one", state: state, pid: 1, uptimeMs: 0)
    }

    private func sounding() -> HalfDuplexGate {
        let gate = HalfDuplexGate()
        gate.update(message(AudioPlayback(sequence: MessageID(), state: .started), from: audio, run: 1))
        return gate
    }

    @Test(
        "the gate opens when the audio stage that plays is lost, has stopped or has failed",
        arguments: [
            StageStatus.State.lost, .stopped, .failed,
        ])
    func lost(_ state: StageStatus.State) {
        let gate = sounding()
        #expect(gate.isClosed())
        gate.update(message(status(state), from: broker, run: 9))
        #expect(!gate.isClosed())
    }

    @Test("a sound without words leaves the gate open to the wake word; tones, and sounds with words, do not")
    func sound() {
        let rain = AudioEvent.file(.init("rain.flac", loops: true))
        let tone = AudioEvent.tone(.init(frequency: 880, durationMs: 50))
        let sequences: [(events: [AudioEvent], isSound: Bool)] = [
            ([rain], true), ([.composite([tone, rain])], true), ([tone], false),
            ([.speech(.init("Hi.")), rain], false),
        ]
        for (events, isSound) in sequences {
            let gate = HalfDuplexGate()
            let sequence = message(AudioSequence(events), from: audio, run: 1)
            gate.update(sequence)
            gate.update(message(AudioPlayback(sequence: sequence.header.id, state: .started), from: audio, run: 1))
            #expect(gate.isClosed())
            #expect(gate.isClosed(searchesWakeWord: true) != isSound)
        }
    }

    @Test(
        "a long text, and a sound that begins again at its end, close the gate for as long as they may take",
        arguments: [
            (.speech(.init(String(repeating: "a long story ", count: 700))), 1800),
            (.composite([.file(.init("rain.flac", loops: true))]), 80_000),
            (.silence(durationMs: .max), 80_000),
        ] as [(AudioEvent, Int)])
    func long(_ event: AudioEvent, seconds: Int) {
        let gate = HalfDuplexGate()
        let sequence = message(AudioSequence([event]), from: audio, run: 1)
        let start = ContinuousClock.now
        gate.update(sequence)
        let began = AudioPlayback(sequence: sequence.header.id, state: .started)
        gate.update(message(began, from: audio, run: 1), now: start)
        #expect(gate.isClosed(now: start + .seconds(seconds)))
        #expect(!gate.isClosed(now: start + .seconds(90_000)), "an end that never arrives")
    }

    @Test(
        "a microphone without echo cancellation is told the length of what is played, with a wake word or without",
        arguments: [
            (.continuous, false, true), (.pushToTalk, false, true), (.continuous, true, false),
        ] as [(ListenOptions.Mode, Bool, Bool)])
    func told(_ mode: ListenOptions.Mode, isFullDuplex: Bool, isTold: Bool) {
        var options = ListenOptions()
        (options.mode, options.isFullDuplex) = (mode, isFullDuplex)
        let kinds = ListenStage.kinds(with: options, .live).map { $0.kind }
        #expect(kinds.contains(AudioSequence.kind) == isTold)
    }

    @Test("a sequence of which only the beginning is known closes the gate for ten minutes")
    func unknown() {
        let gate = HalfDuplexGate()
        let start = ContinuousClock.now
        let began = AudioPlayback(sequence: MessageID(), state: .started)
        gate.update(message(began, from: audio, run: 1), now: start)
        #expect(gate.isClosed(now: start + .seconds(599)))
        #expect(!gate.isClosed(now: start + .seconds(600)))
    }

    @Test("what a silence makes softer does not close the gate until its end, and what begins meanwhile does")
    func silence() {
        let gate = sounding()
        let (silence, tone) = (MessageID(), MessageID())
        func report(_ sequence: MessageID, _ state: AudioPlayback.State) {
            gate.update(message(AudioPlayback(sequence: sequence, state: state), from: audio, run: 1))
        }
        gate.expect(silence: silence)
        report(silence, .queued)
        #expect(gate.isClosed())
        report(silence, .started)
        #expect(!gate.isClosed())
        report(tone, .started)
        #expect(gate.isClosed())
        report(tone, .finished)
        #expect(!gate.isClosed())
        report(silence, .interrupted)
        #expect(gate.isClosed())
    }

    @Test("the gate opens when the audio stage was restarted under the same name, and not for a heartbeat")
    func anew() {
        let gate = sounding()
        gate.update(message(status(.ready), from: audio, run: 1))
        // The end of another run, which had the name before.
        gate.update(message(status(.stopped), from: audio, run: 3))
        #expect(gate.isClosed())
        gate.update(message(status(.ready), from: audio, run: 2))
        #expect(!gate.isClosed())
    }
}
