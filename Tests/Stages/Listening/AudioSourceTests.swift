import Foundation
import SaybusSound
import SaybusTesting
import Testing

@testable import SaybusListening

@Suite("Audio sources")
struct AudioSourceTests {
    static func withFolder(_ body: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "listening-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder)
    }

    static func write(_ samples: [Int16], _ url: URL) async throws -> String {
        let sink = try SoundFileSink(path: url.path, rate: 16_000)
        try await sink.play(samples)
        await sink.close()
        return url.path
    }

    @Test("files come one after the other, each from position 0 to an end")
    func files() async throws {
        try await Self.withFolder { folder in
            let first = (0..<1_000).map { Int16($0) }
            let second = (0..<640).map { Int16(-$0) }
            let paths = try await [
                Self.write(first, folder.appending(path: "a.wav")), Self.write(second, folder.appending(path: "b.wav")),
            ]
            let source = try FileSource(paths)
            var heard: [String: [Int16]] = [:]
            var ends: [String] = []
            for try await block in source.blocks {
                #expect(block.position == heard[block.source, default: []].count)
                #expect(block.samples.count <= 320 && block.lost == 0)
                heard[block.source, default: []] += block.samples
                if block.isEnd { ends.append(block.source) }
            }
            #expect(heard == [paths[0]: first, paths[1]: second])
            #expect(ends == paths)
            #expect(try await source.next() == nil)
        }
    }

    @Test("a missing file is an error at once, and an empty list of files gives no block")
    func missing() async throws {
        #expect(throws: SoundError.self) { _ = try FileSource(["/nowhere.wav"]) }
        #expect(try await FileSource([]).next() == nil)
    }

    @Test("of a damaged file all that can be read comes first, with an end, and then the error")
    func damaged() async throws {
        try await Self.withFolder { folder in
            let file = folder.appending(path: "a.flac")
            let sink = try SoundFileSink(path: file.path, rate: 16_000, format: .flac)
            try await sink.play((0..<32_000).map { Int16($0 * 7_919 % 201) - 100 })
            await sink.close()
            let whole = try Data(contentsOf: file)
            try whole.prefix(whole.count / 2).write(to: file)
            let source = try FileSource([file.path])
            var (heard, ends) = (0, 0)
            var failure: SoundError?
            do {
                while let block = try await source.next() {
                    heard += block.samples.count
                    ends += block.isEnd ? 1 : 0
                }
            } catch let error as SoundError {
                failure = error
            }
            #expect(failure?.code == .unreadable)
            #expect((1..<32_000).contains(heard))
            #expect(ends == 1)
        }
    }

    @Test("samples that wait on standard input were captured before they are read")
    func captured() async throws {
        let pipe = Pipe()
        let source = try StandardInputSource(fileDescriptor: pipe.fileHandleForReading.fileDescriptor)
        pipe.fileHandleForWriting.write(Data(count: 2 * 16_000))
        let first = try #require(try await source.next()?.captured)
        #expect(ContinuousClock.now - first >= .milliseconds(980))
        var last = first
        for _ in 0..<49 { last = try #require(try await source.next()?.captured) }
        #expect(last - first >= .milliseconds(980))
        try pipe.fileHandleForWriting.close()
    }

    @Test("a stopped source has ended")
    func stopped() async throws {
        try await Self.withFolder { folder in
            let path = try await Self.write([Int16](repeating: 1, count: 9_999), folder.appending(path: "a.wav"))
            let source: any AudioSource = try FileSource([path, path])
            #expect(try await source.next()?.samples.count == 320)
            await source.stop()
            #expect(try await source.next() == nil)
        }
    }

    @Test("in real time a file takes as long as it lasts")
    func realTime() async throws {
        try await Self.withFolder { folder in
            let path = try await Self.write([Int16](repeating: 1, count: 1_600), folder.appending(path: "a.wav"))
            let source = try FileSource([path], realTime: true)
            let start = ContinuousClock.now
            for try await _ in source.blocks {}
            #expect(ContinuousClock.now - start >= .milliseconds(100))
        }
    }

    @Test("a recording pauses while no block is requested, and then continues at the speed of speech")
    func standsStill() async throws {
        try await Self.withFolder { folder in
            let path = try await Self.write([Int16](repeating: 1, count: 1_600), folder.appending(path: "a.wav"))
            let clock = ManualClock()
            let source = try FileSource([path], realTime: true, clock: clock)
            for index in 0..<5 {
                // The recording pauses for long.
                if index == 2 { clock.advance(by: .seconds(10)) }
                async let block = source.next()
                try await clock.waitForSleepers(within: .seconds(5))
                clock.advance(by: .milliseconds(20))
                #expect(try await block?.position == index * 320)
            }
        }
    }

    @Test("standard input is read as it arrives, to its end")
    func standardInput() async throws {
        let pipe = Pipe()
        let source = try StandardInputSource(fileDescriptor: pipe.fileHandleForReading.fileDescriptor)
        pipe.fileHandleForWriting.write(Data(repeating: 1, count: 640))
        var block = try #require(try await source.next())
        block.captured = nil
        #expect(
            block == AudioBlock(samples: [Int16](repeating: 257, count: 320), source: "stdin", position: 0))
        pipe.fileHandleForWriting.write(Data(repeating: 2, count: 11))
        try pipe.fileHandleForWriting.close()
        block = try #require(try await source.next())
        block.captured = nil
        #expect(block.hasHalfSample)
        block.hasHalfSample = false
        #expect(
            block
                == AudioBlock(samples: [Int16](repeating: 514, count: 5), source: "stdin", position: 320, isEnd: true))
        #expect(try await source.next() == nil)
    }

    @Test(
        "a wait for standard input ends when the source is stopped or the task is cancelled", arguments: [true, false])
    func waiting(cancelled: Bool) async throws {
        let pipe = Pipe()
        let source = try StandardInputSource(fileDescriptor: pipe.fileHandleForReading.fileDescriptor)
        let task = Task { try await source.next() }
        if cancelled {
            task.cancel()
            await #expect(throws: CancellationError.self) { _ = try await task.value }
        } else {
            source.stop()
            let block = try await task.value
            #expect(block?.samples.isEmpty == true && block?.isEnd == true)
        }
        withExtendedLifetime(pipe) {}
    }
}
