import Dispatch
import SaybusTesting
import Testing

@testable import SaybusSound

/// Tests of tasks that wait for a loudspeaker that does not start. ``DeviceTests`` tests real loudspeakers.
@Suite("A loudspeaker that does not start", .timeLimit(.minutes(1)))
struct DeviceSinkTests {
    static let device = DeviceTests.device(0, "speaker", outputs: 1)
    let samples = [Int16](repeating: 1, count: 100)

    @Test("opening that fails is an error for the playing task, for waiting tasks and for all later calls")
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
        // The failure wakes the waiting tasks and the playing one.
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

    @Test("opening that hangs is abandoned in time, and its later result is dropped")
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

    @Test("a flush while the device is being opened ends playing at once")
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
