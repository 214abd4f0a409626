import Glibc
import SaybusBus
import SaybusMessages
import SaybusSound
import SaybusTesting
import Testing

@testable import SaybusAudioOutput

/// Tests of an audio stage with a remote speaker.
@Suite(.serialized, .timeLimit(.minutes(2))) struct RemoteSpeakerTests {
    @Test(
        "sound is played by the remote speaker, and is reported within 30 ms",
        .enabled(if: PulseServer.isInstalled, Comment(rawValue: PulseServer.requirement)))
    func reportTimes() async throws {
        let pulse = try await PulseServer()
        let audio = try await AudioProgram(["--sink", "bus"])
        let remote = try ProgramUnderTest(
            "saybus-audio", ["--bus", audio.test.address.url, "--from-bus"], environment: pulse.environment)
        try await remote.ready()
        try await measuring {
            let recording = try await pulse.record()
            let before = recording.count
            let id = try audio.play(
                AudioSequence(
                    [LoudspeakerTests.tone(300), .silence(durationMs: 500), LoudspeakerTests.tone(900, 660)],
                    reportsItems: true))
            let end = try await audio.report(.finished, of: id)
            try await recording.wait(until: end.time + .milliseconds(50))
            let passages = Passages(recording.samples, from: before)
            guard passages.all.count == 2 else { return ["\(passages)"] }
            let (first, second) = (passages.all[0], passages.all[1])
            var problems =
                [
                    abs(passages.milliseconds(second.lowerBound - first.upperBound) - 500) < 10,
                    abs(passages.milliseconds(second.count) - 900) < 10,
                ].contains(false) ? ["\(passages)"] : []
            let expected: [(AudioPlayback.State, Int?, Int)] = [
                (.started, nil, first.lowerBound), (.started, 2, second.lowerBound),
                (.finished, nil, second.upperBound),
            ]
            for (state, item, sample) in expected {
                let report = try await audio.report(state, of: id, item: item)
                let late = (report.time - recording.time(of: sample)) / .milliseconds(1)
                if abs(late) >= 30 { problems.append("\(state) of \(item ?? -1): \(late) ms late") }
            }
            return problems
        }
        // An interruption silences the remote speaker at once, and the next sequence is played.
        let recording = try await pulse.record()
        let long = try audio.play(AudioSequence([LoudspeakerTests.tone(20_000)]))
        _ = try await audio.report(.started, of: long)
        try audio.bus.publish(AudioControl(.stop))
        let cut = try await audio.end(of: long)
        #expect(cut.playback.state == .interrupted)
        let next = try audio.play(AudioSequence([LoudspeakerTests.tone(200)]))
        let end = try await audio.report(.finished, of: next)
        try await recording.wait(until: end.time + .milliseconds(50))
        let passages = Passages(recording.samples, from: 0)
        #expect(
            passages.all.count >= 2 && passages.all.allSatisfy { passages.milliseconds($0.count) < 3_000 },
            "\(passages)")
    }

    @Test("a remote speaker ignores references, chunks of another source or run, and repeated chunks")
    func foreign() async throws {
        let sink = ManualSink()
        let log = ReportLog()
        let speaker = RemoteSpeaker(sink) { playback, _ in log.add(playback) }
        let source = try #require(Source(role: .audio, instance: "hall"))
        let stranger = try #require(Source(role: .audio, instance: "attic"))
        func take(
            _ value: Int16, _ index: Int, from source: Source, run: UInt32 = 1, use: AudioOutput.Use = .speaker,
            isLast: Bool = false
        ) async -> Header {
            let header = Header(kind: AudioOutput.kind, session: .default, source: source, run: run, sequence: 0)
            let chunk = AudioOutput(
                index: index, isLast: isLast, format: PCMFormat(rate: sink.rate, channels: 1),
                samples: PCM.bytes([Int16](repeating: value, count: 10)), use: use)
            await speaker.take(chunk, header)
            return header
        }
        // A chunk of a stream whose beginning the remote speaker missed.
        _ = await take(9, 5, from: source)
        let first = await take(1, 0, from: source)
        _ = await take(9, 0, from: source, use: .reference)
        _ = await take(9, 0, from: stranger, use: .reference)
        _ = await take(9, 1, from: stranger)
        _ = await take(9, 1, from: source, run: 2)
        _ = await take(2, 1, from: source)
        _ = await take(9, 1, from: source)
        _ = await take(9, .max, from: source)
        _ = await take(3, 2, from: source, isLast: true)
        _ = await take(9, 3, from: source)
        speaker.finish()
        let playing = Task { await speaker.run() }
        try await log.first { $0.sequence == first.id && $0.state == .finished }
        await playing.value
        #expect(sink.played == [1, 2, 3].flatMap { [Int16](repeating: $0, count: 10) })
        #expect(Set(log.reports.map(\.sequence)) == [first.id])
    }

    @Test("a stream that is cut off has no reported end, and no reported start if nothing was played")
    func cut() async throws {
        let sink = ManualSink(capacity: 1_000)
        let log = ReportLog()
        let speaker = RemoteSpeaker(sink) { playback, _ in log.add(playback) }
        let source = try #require(Source(role: .audio, instance: "hall"))
        func take(_ index: Int, _ count: Int = 0, isLast: Bool = false) async -> MessageID {
            let header = Header(kind: AudioOutput.kind, session: .default, source: source, run: 1, sequence: 0)
            let chunk = AudioOutput(
                index: index, isLast: isLast, format: PCMFormat(rate: sink.rate, channels: 1),
                samples: PCM.bytes([Int16](repeating: 1, count: count)), use: .speaker)
            await speaker.take(chunk, header)
            return header.id
        }
        let playing = Task { await speaker.run() }
        defer { playing.cancel() }
        // A stream in the loudspeaker of which no sample has been played.
        let silent = await take(0, 500)
        try await sink.untilBuffered(500)
        // The next stream cuts it off, and plays until the command to be silent.
        let played = await take(0, 500)
        try await sink.untilBuffered(500)
        sink.advance(1)
        try await log.first { $0.sequence == played && $0.state == .started }
        _ = await take(0, isLast: true)
        // A complete stream is cut off by the command to be silent while its rest plays.
        let ending = await take(0, 400)
        _ = await take(1, 100, isLast: true)
        try await sink.untilBuffered(500)
        sink.advance(450)
        try await log.first { $0.sequence == ending && $0.state == .started }
        _ = await take(0, isLast: true)
        let last = await take(0, 10)
        _ = await take(1, isLast: true)
        try await sink.untilBuffered(10)
        sink.advance(10)
        try await log.first { $0.sequence == last && $0.state == .finished }
        speaker.finish()
        await playing.value
        #expect(log.states(of: silent).isEmpty)
        #expect(log.states(of: played) == [.started])
        #expect(log.states(of: ending) == [.started])
        #expect(log.states(of: last) == [.started, .finished])
        #expect(sink.played.count == 1 + 450 + 10)
    }

    @Test("a stream whose loudspeaker fails is interrupted, with the number of samples played")
    func fails() async throws {
        let sink = ManualSink(capacity: 1_000)
        let log = ReportLog()
        let speaker = RemoteSpeaker(sink) { playback, _ in log.add(playback) }
        let header = Header(
            kind: AudioOutput.kind, session: .default, source: try #require(Source(role: .audio, instance: "hall")),
            run: 1, sequence: 0)
        func take(_ index: Int) async {
            let chunk = AudioOutput(
                index: index, isLast: false, format: PCMFormat(rate: sink.rate, channels: 1),
                samples: PCM.bytes([Int16](repeating: 1, count: 500)), use: .speaker)
            await speaker.take(chunk, header)
        }
        let playing = Task { await speaker.run() }
        defer { playing.cancel() }
        await take(0)
        try await sink.untilBuffered(500)
        sink.advance(300)
        sink.setBroken(true)
        await take(1)
        let end = try await log.first { $0.isOver }
        #expect(end.state == .interrupted && end.sample == 300 && end.rate == sink.rate)
        #expect(end.reason?.contains("unplugged") == true)
        #expect(log.states(of: header.id) == [.started, .interrupted])
    }

    @Test("a stream whose rate cannot be converted is skipped with both rates, and the next one is played")
    func unconvertible() async throws {
        let sink = ManualSink()
        let log = ReportLog()
        let speaker = RemoteSpeaker(sink) { playback, _ in log.add(playback) }
        let source = try #require(Source(role: .audio, instance: "hall"))
        func take(rate: Int) async -> MessageID {
            let header = Header(kind: AudioOutput.kind, session: .default, source: source, run: 1, sequence: 0)
            for index in 0..<2 {
                let chunk = AudioOutput(
                    index: index, isLast: index == 1, format: PCMFormat(rate: rate, channels: 1),
                    samples: PCM.bytes([Int16](repeating: 1, count: 10)), use: .speaker)
                await speaker.take(chunk, header)
            }
            return header.id
        }
        let slow = await take(rate: 500)
        let next = await take(rate: sink.rate)
        speaker.finish()
        let playing = Task { await speaker.run() }
        try await log.first { $0.sequence == next && $0.state == .finished }
        await playing.value
        #expect(log.states(of: slow) == [.skipped])
        let reason = try #require(log.reports.first { $0.sequence == slow }?.reason)
        #expect(reason.contains("500 Hz") && reason.contains("\(sink.rate) Hz"))
        #expect(log.states(of: next) == [.started, .finished])
        #expect(sink.played == [Int16](repeating: 1, count: 20))
    }

    @Test("a reference published in the same session is not played by the remote speaker")
    func reference() async throws {
        let folder = try TemporaryFolder()
        let audio = try await AudioProgram(["--sink", "null", "--reference"])
        let remote = try ProgramUnderTest(
            "saybus-audio",
            ["--bus", audio.test.address.url, "--from-bus", "--sink", "wav:\(folder.path("remote.wav"))"])
        try await remote.ready()
        let other = try audio.test.connect(.audio, instance: "hall")
        let output = other.subscribe(AudioOutput.self)
        try await other.ready()
        let id = try audio.play(AudioSequence([LoudspeakerTests.tone(500)]))
        #expect(try await audio.end(of: id).playback.state == .finished)
        // A reference of everything played is published.
        let count = Watched(0)
        let whole = await output.first { message in
            message.body.use == .reference
                && count.change { count in
                    count += message.body.samples.count / 2
                    return count >= 11_025
                }
        }
        #expect(whole != nil, "\(count.value) samples")
        // A stream for the remote speaker, which shows that it has received everything before.
        let chunk = { (index: Int, isLast: Bool) in
            AudioOutput(
                index: index, isLast: isLast, format: PCMFormat(rate: 22_050, channels: 1),
                samples: PCM.bytes([Int16](repeating: 7, count: 100)), use: .speaker)
        }
        let stream = try other.publish(chunk(0, false)).id
        try other.publish(chunk(1, true))
        _ = try await audio.report(.finished, of: stream)
        remote.send(SIGTERM)
        #expect(try await remote.exitCode() == 0)
        let reader = try SoundFileReader(path: folder.path("remote.wav"), rate: 22_050)
        #expect(try reader.read(100_000) == [Int16](repeating: 7, count: 200))
    }

    @Test(
        "a reference together with a remote speaker, on either side, is refused",
        arguments: [
            ["--reference", "--sink", "bus"], ["--reference", "--from-bus"], ["--from-bus", "--sink", "bus"],
        ])
    func refused(arguments: [String]) async throws {
        let program = try ProgramUnderTest("saybus-audio", arguments)
        #expect(try await program.exitCode() == 64)
        #expect(program.lines(.standardError).contains { $0.contains("--sink") || $0.contains("--reference") })
    }

    @Test("a remote speaker that does not report the end of the sound is not said to be absent")
    func silentAboutTheEnd() async throws {
        let audio = try await AudioProgram(["--sink", "bus"])
        let speaker = try audio.test.connect(.speaker)
        let output = speaker.subscribe(AudioOutput.self)
        try await speaker.ready()
        let id = try audio.play(AudioSequence([.silence(durationMs: 200)]))
        let first = try #require(await output.first { $0.body.use == .speaker && $0.body.index == 0 })
        try speaker.publish(AudioPlayback(sequence: first.header.id, state: .started), answering: first.header)
        let end = try await audio.end(of: id)
        #expect(end.playback.state == .interrupted)
        #expect(end.playback.reason?.contains("came to its end") == true, "\(end.playback.reason ?? "")")
    }

    @Test("without a remote speaker a sequence is left out with a reason, and the stage keeps running")
    func alone() async throws {
        let audio = try await AudioProgram(["--sink", "bus"])
        for _ in 0..<2 {
            let id = try audio.play(AudioSequence([.silence(durationMs: 1_000)]))
            let end = try await audio.end(of: id)
            #expect(end.playback.state == .skipped)
            #expect(end.playback.reason?.contains("--from-bus") == true)
        }
        #expect(audio.program.isRunning)
    }
}
