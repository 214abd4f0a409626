import Sound
import Synchronization

/// A sink in memory whose time a test advances, sample by sample; or with no time at all, where what is sent has sounded.
final class ManualSink: AudioSink {
    struct Broken: Error, CustomStringConvertible { var description: String { "the loudspeaker is unplugged" } }

    private struct State {
        var heard: [Int16] = []
        var buffer: [Int16] = []
        var passage = 0
        var taken = 0
        var era = 0
        var isBroken = false
        var nextWaiter = 0
        var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
        var onChange: [CheckedContinuation<Void, Never>] = []
    }

    let rate: Int
    private let capacity: Int?
    private let state = Mutex(State())

    /// `capacity` samples are buffered; nil means that there is no time.
    init(rate: Int = 22_050, capacity: Int? = nil) { (self.rate, self.capacity) = (rate, capacity) }

    /// All that sounded.
    var heard: [Int16] { state.withLock(\.heard) }
    var buffered: Int { state.withLock(\.buffer.count) }
    func setBroken(_ isBroken: Bool) { state.withLock { $0.isBroken = isBroken } }

    /// Lets so many samples sound; fewer when fewer are buffered.
    func advance(_ count: Int) {
        change { state in
            let sounded = state.buffer.prefix(max(0, count))
            state.heard += sounded
            state.passage += sounded.count
            state.buffer.removeFirst(sounded.count)
        }
    }

    /// Suspends until so many samples wait to sound.
    func untilBuffered(_ count: Int) async {
        while true {
            await withCheckedContinuation { continuation in
                let isDue = state.withLock { state in
                    if state.buffer.count >= count { return true }
                    state.onChange.append(continuation)
                    return false
                }
                if isDue { continuation.resume() }
            }
            if buffered >= count { return }
        }
    }

    /// Lets sound pass until something holds.
    func play(until isDue: () -> Bool) async {
        while !isDue(), !Task.isCancelled {
            advance(500)
            await Task.yield()
        }
    }

    func play(_ samples: [Int16]) async throws {
        let era = try state.withLock { state in
            if state.isBroken { throw Broken() }
            return state.era
        }
        change { state in
            state.taken += samples.count
            if capacity == nil {
                state.heard += samples
                state.passage += samples.count
            } else {
                state.buffer += samples
            }
        }
        try await wait { $0.era != era || $0.buffer.count <= self.capacity ?? .max }
    }

    func drain() async throws {
        let era = state.withLock(\.era)
        try await wait { $0.era != era || $0.buffer.isEmpty }
        change { state in
            guard state.era == era else { return }
            (state.passage, state.era) = (0, era + 1)
        }
    }

    func flush() async -> Int {
        let sounded = Mutex(0)
        change { state in
            sounded.withLock { $0 = state.passage }
            (state.buffer, state.passage, state.era) = ([], 0, state.era + 1)
        }
        return sounded.withLock { $0 }
    }

    func passed() async -> Int { state.withLock { $0.taken - $0.buffer.count } }

    func wait(untilPassed count: Int) async throws { try await wait { $0.taken - $0.buffer.count >= count } }

    func close() async throws {}

    private func change(_ body: (inout State) -> Void) {
        let waiters = state.withLock { state in
            body(&state)
            defer { (state.waiters, state.onChange) = ([:], []) }
            return Array(state.waiters.values) + state.onChange
        }
        for waiter in waiters { waiter.resume() }
    }

    private func wait(until isDue: @Sendable @escaping (borrowing State) -> Bool) async throws {
        while !state.withLock({ isDue($0) }) {
            try Task.checkCancellation()
            let id = state.withLock { state in
                state.nextWaiter += 1
                return state.nextWaiter
            }
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    let isNow = state.withLock { state in
                        if Task.isCancelled || isDue(state) { return true }
                        state.waiters[id] = continuation
                        return false
                    }
                    if isNow { continuation.resume() }
                }
            } onCancel: {
                state.withLock { $0.waiters.removeValue(forKey: id) }?.resume()
            }
        }
        try Task.checkCancellation()
    }
}
