import SaybusMessages
import Testing

@testable import SaybusListening

@Suite("Half-duplex gate")
struct HalfDuplexGateTests {
    private let audio = Source(role: "audio", instance: "one")!
    private let broker = Source(role: "broker", instance: "broker")!

    private func message<Body: BusMessage>(_ body: Body, from source: Source, run: UInt32) -> Message<Body> {
        Message(
            header: Header(kind: Body.kind, session: .default, source: source, run: run, sequence: 0), body: body)
    }

    private func status(_ state: StageStatus.State) -> StageStatus {
        StageStatus(role: "audio", instance: "one", state: state, pid: 1, uptimeMs: 0)
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
