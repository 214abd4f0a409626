import SaybusSound
import SaybusTesting

/// A sink in memory whose time a test advances sample by sample. Without a capacity, samples are played immediately.
final class ManualSink: AudioSink {
    struct Broken: Error, CustomStringConvertible { var description: String { "the loudspeaker is unplugged" } }

    private struct State: Sendable {
        var played: [Int16] = []
        var buffer: [Int16] = []
        var passage = 0
        var taken = 0
        var era = 0
        var isBroken = false
        var passed: Int { taken - buffer.count }
    }

    let rate: Int
    private let capacity: Int?
    private let state = Watched(State())

    /// Creates a sink that buffers `capacity` samples; nil plays samples immediately.
    init(rate: Int = 22_050, capacity: Int? = nil) { (self.rate, self.capacity) = (rate, capacity) }

    /// The samples played so far.
    var played: [Int16] { state.value.played }
    var buffered: Int { state.value.buffer.count }
    func setBroken(_ isBroken: Bool) { state.change { $0.isBroken = isBroken } }

    /// Plays a number of samples, or fewer if fewer are buffered.
    func advance(_ count: Int) {
        state.change { state in
            let sounded = state.buffer.prefix(max(0, count))
            state.played += sounded
            state.passage += sounded.count
            state.buffer.removeFirst(sounded.count)
        }
    }

    /// Suspends until a number of samples is buffered.
    func untilBuffered(_ count: Int, file: String = #fileID, line: Int = #line) async throws {
        try await state.require("\(count) samples that wait to sound", file: file, line: line) {
            $0.buffer.count >= count
        }
    }

    /// Plays samples as they arrive until a total number has been played, and no more.
    func play(upTo count: Int) async throws {
        while played.count < count {
            let step = min(500, count - played.count)
            try await untilBuffered(step)
            advance(step)
        }
    }

    /// Plays samples until a condition holds.
    /// - Throws: ``WaitError`` when it does not hold within 20 s of processor time.
    func play(until isDue: () -> Bool, file: String = #fileID, line: Int = #line) async throws {
        let limit = Duration.seconds(20)
        let deadline = ContinuousClock.now + limit
        while !isDue() {
            guard !Task.isCancelled, .now < deadline else {
                throw WaitError("what is to hold while sound passes", within: limit, file: file, line: line)
            }
            advance(500)
            await Task.yield()
        }
    }

    func play(_ samples: [Int16]) async throws {
        let capacity = capacity
        let era = state.change { state -> Int? in
            guard !state.isBroken else { return nil }
            state.taken += samples.count
            if capacity == nil {
                state.played += samples
                state.passage += samples.count
            } else {
                state.buffer += samples
            }
            return state.era
        }
        guard let era else { throw Broken() }
        await state.wait { $0.era != era || $0.buffer.count <= capacity ?? .max }
        try Task.checkCancellation()
    }

    func drain() async throws {
        let era = state.value.era
        await state.wait { $0.era != era || $0.buffer.isEmpty }
        try Task.checkCancellation()
        state.change { state in
            guard state.era == era else { return }
            (state.passage, state.era) = (0, era + 1)
        }
    }

    func flush() async -> Int {
        state.change { state in
            defer { (state.buffer, state.passage, state.era) = ([], 0, state.era + 1) }
            return state.passage
        }
    }

    func passed() async -> Int { state.value.passed }

    func wait(untilPassed count: Int) async throws {
        await state.wait { $0.passed >= count }
        try Task.checkCancellation()
    }

    func close() async throws {}
}
