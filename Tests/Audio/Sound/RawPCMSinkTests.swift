import Dispatch
import Foundation
import Glibc
import SaybusTesting
import Testing

@testable import SaybusSound

@Suite("Raw samples into a pipe", .timeLimit(.minutes(1)))
struct RawPCMSinkTests {
    /// A pipe with a reader that the test controls.
    final class Pipe: Sendable {
        let reader: Int32
        let writer: Int32

        init() throws {
            var ends: [Int32] = [-1, -1]
            guard Glibc.pipe(&ends) == 0 else { throw SoundError(.unwritable, "no pipe") }
            (reader, writer) = (ends[0], ends[1])
        }

        deinit {
            close(reader)
            close(writer)
        }

        /// Reads all bytes in the pipe.
        func read() -> [UInt8] {
            var bytes = [UInt8](repeating: 0, count: 1 << 20)
            let count = Glibc.read(reader, &bytes, bytes.count)
            return Array(bytes.prefix(max(0, count)))
        }
    }

    /// More samples than a pipe holds.
    let much = [Int16](repeating: 1, count: 100_000)

    @Test("all samples are written and have passed")
    func writes() async throws {
        let pipe = try Pipe()
        let sink = try RawPCMSink(descriptor: pipe.writer, rate: 16_000)
        async let waiting: Void = sink.wait(untilPassed: 3)
        try await sink.play([1, -2, 300])
        try await waiting
        #expect(pipe.read() == [1, 0, 254, 255, 44, 1])
        #expect(await sink.passed() == 3)
        #expect(await sink.flush() == 3)
        await sink.close()
    }

    @Test("a stalled reader loses the samples being played, and is reported once, as is its return")
    func stands() async throws {
        let pipe = try Pipe()
        let sink = try RawPCMSink(descriptor: pipe.writer, rate: 16_000, timeout: .milliseconds(100))
        let told = Watched<[Bool]>([])
        await sink.watch { error in told.change { $0.append(error == nil) } }
        for _ in 0..<2 {
            let error = await #expect(throws: SoundError.self) { try await sink.play(much) }
            #expect(error?.code == .deviceLost)
            _ = await sink.flush()
        }
        #expect(told.value == [false])
        #expect(await sink.passed() == 200_000)
        #expect(!pipe.read().isEmpty)
        try await sink.play([1])
        #expect(told.value == [false, true])
        await sink.close()
    }

    @Test("a wait for samples that the reader does not take throws, except after a flush")
    func waits() async throws {
        let pipe = try Pipe()
        let sink = try RawPCMSink(descriptor: pipe.writer, rate: 16_000, timeout: .milliseconds(100))
        let told = Watched<SoundError?>(nil)
        let waiting = Task {
            do throws(any Error) {
                try await sink.wait(untilPassed: 100_000)
            } catch {
                told.change { $0 = error as? SoundError }
            }
        }
        defer { waiting.cancel() }
        await #expect(throws: SoundError.self) { try await sink.play(much) }
        try await told.require("the error of who waits") { $0?.code == .deviceLost }
        let late = await #expect(throws: SoundError.self) { try await sink.wait(untilPassed: 100_000) }
        #expect(late?.code == .deviceLost)
        _ = await sink.flush()
        #expect(!pipe.read().isEmpty)
        async let next: Void = sink.wait(untilPassed: 100_001)
        try await sink.play([1])
        try await next
        await sink.close()
    }

    /// A terminal without a reader.
    final class Terminal: Sendable {
        let keyboard: Int32
        let screen: Int32

        init(_ flags: Int32) throws {
            keyboard = open("/dev/ptmx", O_RDWR | O_NOCTTY)
            // TIOCSPTLCK, which unlocks it, and TIOCGPTN.
            var (lock, number): (Int32, Int32) = (0, -1)
            guard ioctl(keyboard, 0x4004_5431, &lock) == 0, ioctl(keyboard, 0x8004_5430, &number) == 0 else {
                throw SoundError(.unwritable, "no terminal")
            }
            screen = open("/dev/pts/\(number)", O_WRONLY | O_NOCTTY | flags)
        }

        deinit {
            close(keyboard)
            close(screen)
        }
    }

    /// Newlines, each of which a terminal expands to two characters.
    let lines = [Int16](repeating: 0x0A0A, count: 100_000)

    @Test(
        "a terminal that takes nothing loses the samples being played, blocking or not",
        arguments: [0, O_NONBLOCK])
    func terminal(flags: Int32) async throws {
        let terminal = try Terminal(flags)
        let sink = try RawPCMSink(descriptor: terminal.screen, rate: 16_000, timeout: .milliseconds(100))
        let error = await #expect(throws: SoundError.self) { try await sink.play(lines) }
        #expect(error?.code == .deviceLost)
        #expect(await sink.flush() < lines.count)
        #expect(fcntl(terminal.screen, F_GETFL) & O_NONBLOCK == flags)
        await sink.close()
    }

    @Test("a non-blocking terminal has the same timeout as others, without busy waiting")
    func idle() async throws {
        let terminal = try Terminal(O_NONBLOCK)
        let writing = PipeWriter(lines, to: terminal.screen, timeout: .milliseconds(300))
        let (end, work) = await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                let before = Self.work()
                continuation.resume(returning: (writing.run(), Self.work() - before))
            }
        }
        #expect(end == .stalled)
        #expect(work < .milliseconds(100), "\(work)")
    }

    /// The processor time of this thread.
    private static func work() -> Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    @Test("a flush or a cancellation ends playing at once while the reader is stalled")
    func flush() async throws {
        let pipe = try Pipe()
        let sink = try RawPCMSink(descriptor: pipe.writer, rate: 16_000, timeout: .seconds(50))
        let much = much
        for flushes in [true, false] {
            let task = Task { try await sink.play(much) }
            // The samples that fit are in the pipe.
            let ready = await withCheckedContinuation { continuation in
                DispatchQueue.global().async {
                    var entry = pollfd(fd: pipe.reader, events: Int16(POLLIN), revents: 0)
                    continuation.resume(returning: poll(&entry, 1, 20_000))
                }
            }
            #expect(ready == 1)
            if flushes {
                _ = await sink.flush()
                try await task.value
                #expect(await sink.passed() == much.count)
            } else {
                task.cancel()
                await #expect(throws: CancellationError.self) { try await task.value }
            }
        }
        await sink.close()
    }

    @Test("a reader that has gone is an error, reported once")
    func gone() async throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        close(ends[0])
        let sink = try RawPCMSink(descriptor: ends[1], rate: 16_000)
        let told = Watched<[String]>([])
        await sink.watch { error in told.change { $0.append(error.map { "\($0)" } ?? "") } }
        for _ in 0..<3 {
            let error = await #expect(throws: SoundError.self) { try await sink.play([1]) }
            #expect(error?.code == .unwritable)
            _ = await sink.flush()
        }
        #expect(told.value.count == 1 && told.value[0].contains("nobody reads"))
        await sink.close()
        close(ends[1])
    }
}
