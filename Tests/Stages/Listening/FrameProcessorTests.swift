import Foundation
import SaybusExternalEngines
import Synchronization
import Testing

@testable import SaybusListening

@Suite("Processors of sound", .timeLimit(.minutes(1)))
struct FrameProcessorTests {
    /// A source of some blocks.
    private actor BlockSource: AudioSource {
        private var blocks: ArraySlice<AudioBlock>

        init(_ frames: [[Int16]]) {
            var position = 0
            blocks =
                frames.map { samples in
                    defer { position += samples.count }
                    return AudioBlock(samples: samples, source: "test", position: position)
                }[...]
        }

        func next() -> AudioBlock? { blocks.popFirst() }
        func stop() { blocks = [] }
    }

    /// A processor in Swift.
    private struct ClosureProcessor: FrameProcessor {
        let body: @Sendable ([Int16]) throws -> [Int16]

        func process(_ samples: [Int16]) throws -> [Int16] { try body(samples) }
    }

    private struct Broken: Error {}

    private static let frames: [[Int16]] = [[0, 1, -1, 32_767, -32_768], [], [300, -300], [7]]

    private func heard(
        _ processors: [any FrameProcessor], report: @escaping @Sendable (String?) -> Void = { _ in }
    ) async throws -> [AudioBlock] {
        var blocks: [AudioBlock] = []
        for try await block in ProcessedSource(BlockSource(Self.frames), processors, report: report).blocks {
            blocks.append(block)
        }
        return blocks
    }

    @Test("each processor gets what the one before it returns, and positions stay")
    func inOrder() async throws {
        let blocks = try await heard([
            ClosureProcessor { $0.map { $0 / 2 } }, ClosureProcessor { $0.map { $0 + 1 } },
        ])
        #expect(blocks.map(\.samples) == [[1, 1, 1, 16_384, -16_383], [], [151, -149], [4]])
        #expect(blocks.map(\.position) == [0, 5, 5, 7])
    }

    @Test("the sound passes a processor that fails or returns another length, which is reported once, and its recovery")
    func failing() async throws {
        let calls = Mutex(0)
        let reports = Mutex<[String?]>([])
        let blocks = try await heard([
            ClosureProcessor { samples in
                let call = calls.withLock { calls in
                    calls += 1
                    return calls
                }
                if call == 1 { throw Broken() }
                return call == 2 ? [] : samples.map { $0 * 2 }
            }
        ]) { problem in reports.withLock { $0.append(problem) } }
        #expect(blocks.map(\.samples) == [Self.frames[0], [], Self.frames[2], [14]])
        let found = reports.withLock { $0 }
        #expect(found.count == 3 && found[0]?.contains("fails: Broken") == true)
        #expect(found[1] == "a processor of sound returns 0 samples for 2" && found[2] == nil)
    }

    @Test("a program gets and returns raw sound of 16 bits")
    func program() async throws {
        let blocks = try await heard([CommandProcessor(["cat"])])
        #expect(blocks.map(\.samples) == Self.frames)
        // `tr` writes only whole buffers, so a small program of Python swaps the two bytes of each sample.
        let swap = "import os\nwhile b := os.read(0, 640): os.write(1, bytes(b[i ^ 1] for i in range(len(b))))"
        let swapped = try await heard([CommandProcessor(["python3", "-c", swap])])
        #expect(swapped.map(\.samples) == Self.frames.map { $0.map(\.byteSwapped) })
    }

    @Test("a program that is missing or ends lets the sound pass", arguments: [["/no/such/program"], ["false"]])
    func without(command: [String]) async throws {
        let reports = Mutex<[String?]>([])
        let blocks = try await heard([CommandProcessor(command)]) { problem in reports.withLock { $0.append(problem) } }
        #expect(blocks.map(\.samples) == Self.frames)
        let found = reports.withLock { $0 }
        #expect(found.count == 1 && found[0]?.contains(command[0]) == true)
    }

    @Test("a program that cannot be started is tried once a second, however many frames come")
    func attempts() async throws {
        let time = Mutex(ContinuousClock.now)
        let attempts = Mutex(0)
        let processor = CommandProcessor(
            now: { time.withLock { $0 } },
            starting: { () throws(EngineFailure) -> CommandProcess in
                attempts.withLock { $0 += 1 }
                throw EngineFailure(.unreachable, "it is missing")
            })
        for _ in 0..<250 {
            await #expect(throws: EngineFailure.self) { try await processor.process([1]) }
            time.withLock { $0 += .milliseconds(20) }
        }
        let count = attempts.withLock { $0 }
        #expect(count == 5)
    }

    @Test("a program that is started again keeps no frame waiting, and gets the frames from its first answer on")
    func restart() async throws {
        let time = Mutex(ContinuousClock.now)
        let started = Mutex(0)
        let programs = [["false"], ["/bin/sh", "-c", "cat >/dev/null"], ["cat"]]
        let processor = CommandProcessor(
            now: { time.withLock { $0 } },
            starting: { () throws(EngineFailure) -> CommandProcess in
                let number = started.withLock { started in
                    started += 1
                    return started
                }
                return try CommandProcess(programs[min(number, programs.count) - 1])
            })
        let ended = await #expect(throws: EngineFailure.self) { try await processor.process([1]) }
        #expect(ended?.code == .unreachable)
        time.withLock { $0 += .seconds(1) }
        // The second program never answers. A frame that waited for it would fail by its deadline.
        for _ in 0..<3 {
            let passed = await #expect(throws: EngineFailure.self) { try await processor.process([2]) }
            #expect(passed == ended)
        }
        time.withLock { $0 += CommandProcessor.startTimeout }
        let late = await #expect(throws: EngineFailure.self) { try await processor.process([3]) }
        #expect(late?.code == .timeout)
        time.withLock { $0 += .seconds(1) }
        var frame: Int16 = 4
        var answer = try? await processor.process([frame])
        #expect(answer == nil)
        while answer == nil, !Task.isCancelled {
            frame = frame == .max ? 5 : frame + 1
            answer = try? await processor.process([frame])
        }
        let (last, starts) = (frame, started.withLock { $0 })
        #expect(answer == [last] && starts == 3)
    }
}
