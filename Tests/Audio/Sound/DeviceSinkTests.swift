import Dispatch
import SaybusTesting
import Testing

@testable import SaybusSound

/// What becomes of those who wait at a loudspeaker that does not begin; the loudspeaker itself is tried in ``DeviceTests``.
@Suite("A loudspeaker that does not begin", .timeLimit(.minutes(1)))
struct DeviceSinkTests {
    static let device = DeviceTests.device(0, "speaker", outputs: 1)
    let samples = [Int16](repeating: 1, count: 100)

    @Test("One that cannot be opened is an error for who plays and for who waits, and for all who come later")
    func refused() async throws {
        let asked = Watched(0)
        let answer = DispatchSemaphore(value: 0)
        let sink = DeviceSink(Self.device, rate: 16_000, latency: 0) { _ in
            asked.change { $0 += 1 }
            answer.wait()
            throw SoundError(.deviceRefused, "It is not there.")
        }
        let samples = samples
        let playing = Task { try await sink.play(samples) }
        try await asked.require("the device to be opened") { $0 == 1 }
        let waiting = [Task { try await sink.wait(untilPassed: 100) }, Task { try await sink.drain() }]
        // They and who plays: it is this failure that wakes them.
        while await sink.awaited < 3 { await Task.yield() }
        #expect(await sink.passed() == 0)
        answer.signal()
        for task in [playing] + waiting {
            let error = await #expect(throws: SoundError.self) { try await task.value }
            #expect(error?.code == .deviceRefused)
        }
        let later = await #expect(throws: SoundError.self) { try await sink.play(samples) }
        #expect(later?.code == .deviceRefused)
        #expect(asked.value == 1)
        #expect(await sink.flush() == 0)
        await sink.close()
    }

    @Test("One that hangs is given up in time, and what it does later is nobody's")
    func hangs() async throws {
        let answer = DispatchSemaphore(value: 0)
        let sink = DeviceSink(Self.device, rate: 16_000, latency: 0, timeout: .milliseconds(50)) { _ in
            answer.wait()
            throw SoundError(.deviceRefused, "Too late.")
        }
        let error = await #expect(throws: SoundError.self) { try await sink.play(samples) }
        #expect(error?.code == .deviceLost && error?.sentence.contains("hang") == true)
        await #expect(throws: SoundError.self) { try await sink.wait(untilPassed: 100) }
        answer.signal()
        await sink.close()
    }

    @Test("A flush while it is being opened ends the playing at once")
    func flushed() async throws {
        let asked = Watched(0)
        let answer = DispatchSemaphore(value: 0)
        let sink = DeviceSink(Self.device, rate: 16_000, latency: 0) { _ in
            asked.change { $0 += 1 }
            answer.wait()
            throw SoundError(.deviceRefused, "Too late.")
        }
        let samples = samples
        async let playing: Void = sink.play(samples)
        try await asked.require("the device to be opened") { $0 == 1 }
        #expect(await sink.flush() == 0)
        try await playing
        #expect(await sink.passed() == 100)
        answer.signal()
        await sink.close()
    }
}
