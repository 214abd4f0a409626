import Foundation
import SaybusBus
import SaybusEspeakNG
import SaybusMessages
import SaybusPocketSphinx
import SaybusSound
import SaybusTesting
import SaybusTranscription
import Testing

@testable import SaybusAudioOutput

/// Tests of the program on a real PulseAudio server whose loudspeaker is recorded.
@Suite(
    .serialized, .timeLimit(.minutes(3)),
    .enabled(if: PulseServer.isInstalled, Comment(rawValue: PulseServer.requirement)))
struct LoudspeakerTests {
    /// A tone without fades, so that its ends are clear.
    static func tone(_ milliseconds: Int, _ frequency: Double = 440) -> AudioEvent {
        .tone(.init(frequency: frequency, durationMs: milliseconds, volume: 0.5, attackMs: 0, releaseMs: 0))
    }

    @Test("starts and ends are reported within 20 ms of the recorded sound")
    func reportTimes() async throws {
        let pulse = try await PulseServer()
        let audio = try await AudioProgram([], environment: pulse.environment)
        try await measuring {
            let recording = try await pulse.record()
            let before = recording.count
            let id = try audio.play(
                AudioSequence(
                    [Self.tone(300), .silence(durationMs: 500), Self.tone(200, 660)], reportsItems: true))
            let end = try await audio.report(.finished, of: id)
            #expect(end.playback.positionMs == 1_000)
            try await recording.wait(until: end.time + .milliseconds(50))
            let passages = Passages(recording.samples, from: before)
            guard passages.all.count == 2 else { return ["\(passages)"] }
            let (first, second) = (passages.all[0], passages.all[1])
            let level = Level.rms(recording.samples[first].dropFirst(480).dropLast(480))
            var problems =
                [
                    abs(passages.milliseconds(first.count) - 300) < 5,
                    abs(passages.milliseconds(second.count) - 200) < 5,
                    abs(passages.milliseconds(second.lowerBound - first.upperBound) - 500) < 10,
                    abs(level - -9.03) < 0.2,
                ].contains(false) ? ["\(passages), \(level) dB"] : []
            let expected: [(AudioPlayback.State, Int?, Int)] = [
                (.started, nil, first.lowerBound), (.started, 0, first.lowerBound), (.finished, 0, first.upperBound),
                (.started, 2, second.lowerBound), (.finished, 2, second.upperBound),
                (.finished, nil, second.upperBound),
            ]
            for (state, item, sample) in expected {
                let report = try await audio.report(state, of: id, item: item)
                let late = (report.time - recording.time(of: sample)) / .milliseconds(1)
                if abs(late) >= 20 { problems.append("\(state) of \(item ?? -1): \(late) ms late") }
            }
            return problems
        }
    }

    @Test("spoken text is recognized in the recording")
    func recognized() async throws {
        let pulse = try await PulseServer()
        let audio = try await AudioProgram([], environment: pulse.environment)
        let folder = try TemporaryFolder()
        let recognizer = try PocketSphinxRecognizer(model: SphinxModel())
        try await recognizer.configure(
            Vocabulary(phrases: [
                "the timer is set for @minutes:Number minutes", "the kitchen light is on", "sorry that did not work",
            ]))
        try await measuring {
            let recording = try await pulse.record()
            let before = recording.count
            let id = try audio.play(AudioSequence([.speech(.init("The kitchen light is on."))]))
            let end = try await audio.report(.finished, of: id)
            try await recording.wait(until: end.time + .milliseconds(100))
            let passages = Passages(recording.samples, from: before).all
            guard let first = passages.first, let last = passages.last else { return ["silence"] }
            let file = try SoundFileSink(path: folder.path("heard.wav"), rate: recording.rate)
            try await file.play(Array(recording.samples[first.lowerBound..<last.upperBound]))
            await file.close()
            let reader = try SoundFileReader(path: folder.path("heard.wav"), rate: 16_000)
            try await recognizer.begin()
            // Adds noise as in a room: this loudspeaker is digitally silent before and after the speech, and in
            // digital silence the recognizer loses its measure of loudness.
            _ = try await recognizer.accept(SynthesizedSpeech.silence(0.3))
            while case let samples = try reader.read(1_600), !samples.isEmpty {
                _ = try await recognizer.accept(samples)
            }
            _ = try await recognizer.accept(SynthesizedSpeech.silence(0.4))
            let result = try await recognizer.finish()
            // The recognizer's confidence in a synthetic voice is not tested here; rejected texts are among the
            // alternatives.
            let text = result.text.isEmpty ? result.alternatives.first?.text ?? "" : result.text
            return text == "the kitchen light is on" ? [] : ["\"\(text)\", \(result)"]
        }
    }

    @Test("a tone that is held and resumed does not click above −60 dB")
    func clicks() async throws {
        let pulse = try await PulseServer()
        let audio = try await AudioProgram([], environment: pulse.environment)
        let long = AudioEvent.tone(.init(frequency: 300, durationMs: 1_500, volume: 0.5, attackMs: 50, releaseMs: 50))
        try await measuring {
            let recording = try await pulse.record()
            let before = recording.count
            let id = try audio.play(AudioSequence([long]))
            let start = try await audio.report(.started, of: id)
            try await recording.wait(until: start.time + .milliseconds(500))
            // A higher track holds the tone.
            let prompt = try audio.play(AudioSequence([.silence(durationMs: 300)], track: "prompt", priority: 99))
            _ = try await audio.report(.suspended, of: id)
            _ = try await audio.report(.resumed, of: id)
            let end = try await audio.report(.finished, of: id)
            _ = try await audio.report(.finished, of: prompt)
            #expect(end.playback.positionMs == 1_500)
            try await recording.wait(until: end.time + .milliseconds(100))
            let passages = Passages(recording.samples, from: before)
            guard passages.all.count == 2 else { return ["\(passages)"] }
            // The fades are nearly silent at their ends.
            let gap = passages.milliseconds(passages.all[1].lowerBound - passages.all[0].upperBound)
            let high = HighPass.apply(to: recording.samples[passages.all[0].lowerBound..<passages.all[1].upperBound])
            let loudest = high.reduce(0) { max($0, abs($1)) }
            let decibels = 20 * log10(max(loudest, 1e-9) / 32_768)
            return abs(gap - 300) < 15 && decibels < -60 ? [] : ["a gap of \(gap) ms, \(decibels) dB"]
        }
    }

    @Test("a removed loudspeaker is reported and looked for; the stage keeps running, and plays when it is back")
    func unplugged() async throws {
        let pulse = try await PulseServer()
        let audio = try await AudioProgram([], environment: pulse.environment)
        let ways: [(away: () async throws -> Void, back: () async throws -> Void)] = [
            ({ try await pulse.removeSpeaker() }, { try await pulse.addSpeaker() }),
            ({ try await pulse.stop() }, { try await pulse.start() }),
        ]
        for way in ways {
            // Removes the loudspeaker while it plays.
            let cut = try audio.play(AudioSequence([Self.tone(20_000)]))
            _ = try await audio.report(.started, of: cut)
            try await way.away()
            let end = try await audio.end(of: cut)
            #expect(end.playback.state == .interrupted)
            #expect(end.playback.reason?.contains("cannot be played") == true)
            #expect(end.playback.positionMs ?? 0 < 15_000)
            _ = try await audio.status { $0.state == .ready && $0.problem?.hasPrefix("no sound") == true }
            let mute = try audio.play(AudioSequence([Self.tone(100)]))
            let skipped = try await audio.end(of: mute)
            #expect(skipped.playback.state == .skipped && skipped.playback.reason?.isEmpty == false)
            try await way.back()
            _ = try await audio.status { $0.state == .ready && $0.problem == nil }
            try await sounds(audio, pulse)
            // Removes the loudspeaker while nothing plays, which the stage need not notice.
            for _ in 0..<2 {
                try await way.away()
                try await way.back()
                try await sounds(audio, pulse)
            }
        }
    }

    @Test("without a loudspeaker at its start the program is ready, tells what to do, and plays once there is one")
    func late() async throws {
        let pulse = try await PulseServer()
        try await pulse.stop()
        let audio = try await AudioProgram([], environment: pulse.environment)
        let status = try await audio.status { $0.state == .ready && $0.problem != nil }
        #expect(status.problem?.hasPrefix("no sound: ") == true)
        #expect(status.problem?.contains("libasound2-plugins") == true)
        try await audio.program.line(on: .standardError) { $0.contains("no sound until the loudspeaker is available") }
        let id = try audio.play(AudioSequence([Self.tone(100)]))
        #expect(try await audio.end(of: id).playback.state == .skipped)
        try await pulse.start()
        _ = try await audio.status { $0.state == .ready && $0.problem == nil }
        try await sounds(audio, pulse)
    }

    @Test("a sound server that hangs at the start is reported, blocks nothing, and is used when it answers again")
    func hangsAtStart() async throws {
        let pulse = try await PulseServer()
        pulse.freeze()
        let began = ContinuousClock.now
        // The program's status is checked all the time: it is ready, and reports why there is no sound.
        let audio = try await AudioProgram([], environment: pulse.environment)
        // It is given two seconds. The rest is for a busy machine.
        #expect(ContinuousClock.now - began < .seconds(10), "a loudspeaker that hangs does not delay the stage")
        try await audio.program.line(on: .standardError) {
            $0.contains("no sound until the loudspeaker is available") && $0.contains("hang")
        }
        #expect(
            audio.statuses.value.contains { $0.state == .starting && $0.problem?.contains("waiting for") == true },
            "what it waits for is told long before it is given up")
        let id = try audio.play(AudioSequence([Self.tone(100)]))
        #expect(try await audio.end(of: id).playback.state == .skipped)
        pulse.thaw()
        _ = try await audio.status(within: .seconds(60)) { $0.state == .ready && $0.problem == nil }
        try await sounds(audio, pulse)
    }

    @Test("a sound server that hangs does not affect a program that does not use it")
    func speaksWithoutServer() async throws {
        let pulse = try await PulseServer()
        pulse.freeze()
        let audio = try await AudioProgram(["--sink", "null"], environment: pulse.environment)
        let id = try audio.play(AudioSequence([.speech(AudioEvent.Speech("hello"))]))
        #expect(try await audio.end(of: id).playback.state == .finished)
    }

    @Test("a sound server that hangs while it plays is reported, blocks nothing, and is used when it answers again")
    func hangs() async throws {
        let pulse = try await PulseServer()
        let audio = try await AudioProgram([], environment: pulse.environment)
        let cut = try audio.play(AudioSequence([Self.tone(60_000)]))
        _ = try await audio.report(.started, of: cut)
        pulse.freeze()
        let end = try await audio.end(of: cut)
        #expect(end.playback.state == .interrupted && end.playback.reason?.contains("hang") == true)
        #expect(end.playback.positionMs ?? .max < 10_000)
        _ = try await audio.status { $0.state == .ready && $0.problem?.hasPrefix("no sound") == true }
        try await audio.program.line(on: .standardError) { $0.contains("no sound until the loudspeaker is available") }
        // While two calls hang, one that closes and one that looks for the server, the program keeps working.
        for _ in 0..<3 {
            let mute = try audio.play(AudioSequence([Self.tone(100)]))
            #expect(try await audio.end(of: mute).playback.state == .skipped)
        }
        let beats = audio.statuses.value.count
        #expect(await audio.statuses.wait(within: .seconds(20)) { $0.count >= beats + 12 })
        pulse.thaw()
        _ = try await audio.status(within: .seconds(60)) { $0.state == .ready && $0.problem == nil }
        try await sounds(audio, pulse)
    }

    @Test("told to end while the sound server hangs, the program ends by itself")
    func endsWhileItHangs() async throws {
        let pulse = try await PulseServer()
        let audio = try await AudioProgram([], environment: pulse.environment)
        let cut = try audio.play(AudioSequence([Self.tone(60_000)]))
        _ = try await audio.report(.started, of: cut)
        pulse.freeze()
        audio.program.send(SIGTERM)
        // A program whose tasks do not end is ended with another code.
        #expect(try await audio.program.exitCode() == 0)
        #expect(try await audio.end(of: cut).playback.state == .interrupted)
    }

    @Test("told to end while its loudspeaker is being opened, the program ends at once without logging an error")
    func endsWhileItOpens() async throws {
        let pulse = try await PulseServer()
        let bus = try TestBus()
        pulse.freeze()
        let program = try ProgramUnderTest("saybus-audio", ["--bus", bus.address.url], environment: pulse.environment)
        try await program.line(on: .standardError) { $0.contains("waiting for the loudspeaker") }
        program.send(SIGTERM)
        #expect(try await program.exitCode() == 0)
        #expect(program.lines(.standardError).count == 1, "\(program.lines(.standardError))")
    }

    /// Plays a tone, and expects it in the recording.
    private func sounds(_ audio: AudioProgram, _ pulse: PulseServer) async throws {
        let recording = try await pulse.record()
        let id = try audio.play(AudioSequence([Self.tone(200)]))
        let end = try await audio.end(of: id)
        #expect(end.playback.state == .finished, "\(end.playback.reason ?? "")")
        #expect(audio.statuses.value.last?.problem == nil)
        try await recording.wait(until: end.time + .milliseconds(50))
        #expect(Passages(recording.samples, from: 0).all.count == 1)
    }
}
