import Foundation
import SaybusTesting
import Testing

@testable import SaybusSound

@Suite("Sinks", .timeLimit(.minutes(1)))
struct SinkTests {
    @Test("a WAV file can be read after every write, before it is closed")
    func alwaysReadable() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("out.wav")
        let sink = try SoundFileSink(path: path, rate: 22_050)
        var written: [Int16] = []
        var random = TestSeed.generator()
        for part in 1...5 {
            let samples = (0..<part * 100).map { _ in Int16.random(in: -999...999, using: &random) }
            try await sink.play(samples)
            written += samples
            let reader = try SoundFileReader(path: path, rate: 22_050)
            #expect(try reader.read(100_000) == written, "\(TestSeed.hint)")
        }
        #expect(await sink.length == written.count)
        #expect(await sink.flush() == written.count)
        #expect(await sink.flush() == 0)
        try await sink.drain()
        await sink.close()
        await sink.close()
        let error = await #expect(throws: SoundError.self) { try await sink.play([1]) }
        #expect(error?.code == .closed)
    }

    @Test("a WAV file is continued at its end, also after the program that wrote it was killed")
    func continued() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("out.wav")
        // The first sink is not closed, as in a program that is killed.
        let first = try SoundFileSink(path: path, rate: 22_050, continues: true)
        try await first.play([1, 2, 3])
        let copy = folder.path("copy.wav")
        try FileManager.default.copyItem(atPath: path, toPath: copy)
        let second = try SoundFileSink(path: copy, rate: 22_050, continues: true)
        #expect(await second.passed() == 0)
        try await second.play([4, 5])
        await second.close()
        #expect(try SoundFileReader(path: copy, rate: 22_050).read(100) == [1, 2, 3, 4, 5])
        await first.close()
        let anew = try SoundFileSink(path: copy, rate: 22_050)
        try await anew.play([6])
        await anew.close()
        #expect(try SoundFileReader(path: copy, rate: 22_050).read(100) == [6])
    }

    @Test("a FLAC file that is there is kept, and a new one with a number is begun beside it")
    func besideFlac() async throws {
        let folder = try TemporaryFolder()
        for (number, name) in ["out.flac", "out-2.flac", "out-3.flac"].enumerated() {
            let sink = try SoundFileSink(path: folder.path("out.flac"), rate: 22_050, format: .flac, continues: true)
            #expect(sink.path == folder.path(name))
            try await sink.play([Int16(number), 2, 3])
            await sink.close()
        }
        for (number, name) in ["out.flac", "out-2.flac", "out-3.flac"].enumerated() {
            #expect(try SoundFileReader(path: folder.path(name), rate: 22_050).read(100) == [Int16(number), 2, 3])
        }
        let anew = try SoundFileSink(path: folder.path("out.flac"), rate: 22_050, format: .flac)
        #expect(anew.path == folder.path("out.flac"))
        await anew.close()
    }

    @Test("a file that is no WAV file of the same rate is left alone, and the error says so")
    func notContinued() async throws {
        let folder = try TemporaryFolder()
        let wav = folder.path("slow.wav")
        let slow = try SoundFileSink(path: wav, rate: 8_000)
        try await slow.play([1, 2, 3])
        await slow.close()
        let text = folder.path("text.wav")
        try Data("no sound".utf8).write(to: URL(filePath: text))
        for path in [wav, text] {
            let before = try Data(contentsOf: URL(filePath: path))
            let error = #expect(throws: SoundError.self) {
                _ = try SoundFileSink(path: path, rate: 22_050, continues: true)
            }
            #expect(error?.code == .unwritable && "\(error as Any)".contains("move it away"))
            #expect(try Data(contentsOf: URL(filePath: path)) == before)
        }
        let empty = folder.path("empty.wav")
        #expect(FileManager.default.createFile(atPath: empty, contents: nil))
        let sink = try SoundFileSink(path: empty, rate: 22_050, continues: true)
        try await sink.play([7])
        await sink.close()
        #expect(try SoundFileReader(path: empty, rate: 22_050).read(100) == [7])
    }

    @Test("a task that waits for samples of a file goes on when they are written, or learns why they are not")
    func waitsForWriting() async throws {
        let folder = try TemporaryFolder()
        let sink = try SoundFileSink(path: folder.path("out.wav"), rate: 22_050)
        async let written: Void = sink.wait(untilPassed: 3)
        try await sink.play([1, 2, 3])
        try await written
        let missing = Task { try await sink.wait(untilPassed: 4) }
        await sink.close()
        await #expect(throws: SoundError.self) { try await missing.value }
    }

    @Test("a path that cannot be written is named in the error")
    func unwritable() throws {
        for path in ["/nowhere/at/all.wav", "", "a\0b"] {
            let error = #expect(throws: SoundError.self) { _ = try SoundFileSink(path: path, rate: 16_000) }
            #expect(error?.code == .unwritable)
        }
        #expect(throws: SoundError.self) { _ = try SoundFileSink(path: "/tmp/x.wav", rate: 0) }
    }

    @Test("the fast null sink takes all samples at once")
    func fast() async throws {
        let sink: any AudioSink = try NullSink(rate: 16_000)
        try await sink.play([Int16](repeating: 0, count: 1_000_000))
        try await sink.drain()
        #expect(await sink.flush() == 0)
        try await sink.play([1, 2, 3])
        #expect(await sink.flush() == 3)
        try await sink.close()
        await #expect(throws: SoundError.self) { try await sink.play([1]) }
    }

    @Test("the fast null sink wakes a task that waited before anything was played")
    func fastWaiting() async throws {
        let sink = try NullSink(rate: 16_000)
        async let end: Void = sink.wait(untilPassed: 100)
        while await !sink.isAwaited { await Task.yield() }
        try await sink.play([Int16](repeating: 0, count: 100))
        try await end
    }

    @Test("in real time playing waits for the buffer and draining for the end")
    func realTime() async throws {
        let clock = ManualClock()
        let sink = try NullSink(rate: 16_000, realTime: true, clock: clock)
        try await sink.play([Int16](repeating: 0, count: 1_280))
        async let second: Void = sink.play([Int16](repeating: 0, count: 14_720))
        try await clock.waitForSleepers()
        clock.advance(by: .milliseconds(920))
        try await second
        #expect(await sink.passed() == 14_720)
        async let end: Void = sink.drain()
        try await clock.waitForSleepers()
        clock.advance(by: .milliseconds(80))
        try await end
        #expect(await sink.passed() == 16_000)
        #expect(await sink.flush() == 0)
    }

    @Test("a flush ends playing at once, and returns the number of samples that have sounded")
    func flush() async throws {
        let clock = ManualClock()
        let sink = try NullSink(rate: 16_000, realTime: true, clock: clock)
        async let playing: Void = sink.play([Int16](repeating: 0, count: 160_000))
        try await clock.waitForSleepers()
        clock.advance(by: .milliseconds(500))
        #expect(await sink.flush() == 8_000)
        try await playing
        // Samples played next start a new passage, and a gap before them does not count.
        try await sink.play([Int16](repeating: 0, count: 1_200))
        clock.advance(by: .seconds(3))
        try await sink.play([Int16](repeating: 0, count: 1_200))
        clock.advance(by: .milliseconds(50))
        #expect(await sink.flush() == 2_000)
        // Discarded samples have passed, too.
        #expect(await sink.passed() == 162_400)
    }

    @Test("a wait for a sample ends when the sample has sounded or was discarded")
    func waitingForSamples() async throws {
        let clock = ManualClock()
        let sink = try NullSink(rate: 16_000, realTime: true, clock: clock)
        try await sink.play([Int16](repeating: 0, count: 1_000))
        async let half: Void = sink.wait(untilPassed: 800)
        try await clock.waitForSleepers()
        clock.advance(by: .milliseconds(50))
        try await half
        async let rest: Void = sink.wait(untilPassed: 1_000)
        try await clock.waitForSleepers()
        #expect(await sink.flush() == 800)
        try await rest
    }

    @Test("cancelling the task that plays ends its wait with an error")
    func cancellation() async throws {
        let clock = ManualClock()
        let sink = try NullSink(rate: 16_000, realTime: true, clock: clock)
        let task = Task { try await sink.play([Int16](repeating: 0, count: 160_000)) }
        try await clock.waitForSleepers()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
