import Foundation
import SaybusBus
import SaybusMessages
import SaybusOperations
import SaybusStage
import SaybusTesting
import Synchronization
import Testing

@Suite("saybus say")
struct SayTests {
    /// Runs the command after the audio stage has become ready.
    private func say(
        _ test: TestBus, timeout: Duration = .seconds(20), wait: Duration = .seconds(10), to page: Page = Page()
    ) async throws {
        try await Say("Done.", at: test.address, timeout: timeout, wait: wait).run(output: page.output)
    }

    @Test("the progress is printed, and the command returns when the text has been played")
    func heard() async throws {
        let test = try TestBus()
        let audio = try await StageDouble.audio(on: test)
        let page = Page()
        try await say(test, to: page)
        #expect(page.lines.count == 3)
        #expect(page.lines.last?.contains("finished after 320 ms of sound") == true)
        withExtendedLifetime(audio) {}
    }

    @Test("interrupted speech is a failure with its reason")
    func interrupted() async throws {
        let test = try TestBus()
        let audio = try await StageDouble.audio(on: test, end: .interrupted, reason: "somebody spoke")
        let error = await #expect(throws: StageFailure.self) { try await say(test) }
        #expect(
            error?.code == .failed
                && error?.reason.contains("interrupted after 320 ms of sound: somebody spoke") == true)
        withExtendedLifetime(audio) {}
    }

    @Test("without an audio stage, the command says at once how to start one")
    func missing() async throws {
        let test = try TestBus()
        let error = await #expect(throws: StageFailure.self) { try await say(test, wait: .zero) }
        #expect(error?.code == .unavailable && error?.reason.contains("saybus-audio --bus \(test.address)") == true)
    }

    @Test("an audio stage that disappears during playback is a failure")
    func playerGone() async throws {
        let test = try TestBus()
        let audio = try await StageDouble(.audio, on: test, hears: [AudioSequence.self]) { bus, raw in
            try bus.publish(AudioPlayback(sequence: raw.header.id, state: .started), answering: raw.header)
            try bus.publish(StageStatus(role: .audio, instance: "test", state: .failed, pid: 1, uptimeMs: 1))
        }
        let error = await #expect(throws: StageFailure.self) { try await say(test) }
        #expect(error?.reason == "the audio stage test is failed")
        withExtendedLifetime(audio) {}
    }

    @Test("the command gives up speech that does not end within the timeout")
    func endless() async throws {
        let test = try TestBus()
        let audio = try await StageDouble(.audio, on: test, hears: [AudioSequence.self]) { bus, raw in
            try bus.publish(AudioPlayback(sequence: raw.header.id, state: .started), answering: raw.header)
        }
        let error = await #expect(throws: StageFailure.self) { try await say(test, timeout: .milliseconds(50)) }
        #expect(error?.code == .failed && error?.reason.contains("within 50 ms") == true)
        withExtendedLifetime(audio) {}
    }

    @Test("a signal stops the speech of this command, and nothing else", arguments: [SIGINT, SIGTERM])
    func stopped(signal: Int32) async throws {
        let test = try TestBus()
        let watcher = try test.connect(.tap)
        let sequences = watcher.subscribe(AudioSequence.self)
        let controls = watcher.subscribe(AudioControl.self)
        try await watcher.ready()
        let playing = Mutex<Header?>(nil)
        let heard: [any BusMessage.Type] = [AudioSequence.self, AudioControl.self]
        let audio = try await StageDouble(.audio, on: test, hears: heard) { bus, raw in
            if raw.header.kind == AudioSequence.kind {
                playing.withLock { $0 = raw.header }
                try bus.publish(AudioPlayback(sequence: raw.header.id, state: .started), answering: raw.header)
            } else if let header = playing.withLock(\.self) {
                let end = AudioPlayback(
                    sequence: header.id, state: .interrupted, positionMs: 320, reason: "stopped on demand")
                try bus.publish(end, answering: header)
            }
        }
        let program = try ProgramUnderTest(
            "saybus", ["say", "Dinner", "is ready.", "--session", "hall", "--wait", "10", "--bus", test.address.url])
        try await program.line { $0.contains("started") }
        program.send(signal)
        #expect(try await program.exitCode() == 1, "\(program.report)")
        let sequence = try #require(await sequences.first())
        let control = try #require(await controls.first())
        #expect(sequence.body.spokenText == "Dinner is ready.")
        #expect(control.body.action == .stop && control.header.session.rawValue == "hall")
        #expect(control.body.track == sequence.body.track && control.body.track != nil)
        let reason = program.lines(.standardError).last
        #expect(reason?.contains("interrupted after 320 ms of sound: stopped on demand") == true)
        withExtendedLifetime(audio) {}
    }
}
