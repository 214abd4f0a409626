import SaybusMessages
import Testing

@testable import SaybusListening

@Suite("The ear")
struct EarTests {
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
        let ear = HalfDuplexGate()
        ear.note(message(AudioPlayback(sequence: MessageID(), state: .started), from: audio, run: 1))
        return ear
    }

    @Test(
        "it opens again when the audio stage that speaks is lost, stopped or has failed",
        arguments: [
            StageStatus.State.lost, .stopped, .failed,
        ])
    func lost(_ state: StageStatus.State) {
        let ear = sounding()
        #expect(ear.isClosed())
        ear.note(message(status(state), from: broker, run: 9))
        #expect(!ear.isClosed())
    }

    @Test("it opens again when the audio stage was started anew under the same name, and not for a beat")
    func anew() {
        let ear = sounding()
        ear.note(message(status(.ready), from: audio, run: 1))
        #expect(ear.isClosed())
        ear.note(message(status(.ready), from: audio, run: 2))
        #expect(!ear.isClosed())
    }
}
