import Messages
import Sound
import Synchronization

extension SequencePlayer {
    /// Performs a step and says how it ended, unless it was cancelled.
    func perform(_ step: PlayQueue.Step) async {
        do {
            switch step.work {
            case .play(let event): try await play(event, step.number)
            case .drain(let next): try await drain(preparing: next, step.number)
            case .flush:
                let sounded = await sink.flush()
                end(step.number) { state in
                    state.passage.flushed(sounded: sounded)
                    return .halted(heard: state.passage.takeHeard())
                }
            }
        } catch {
            guard !state.withLock({ $0.cancelled == step.number }) else { return }
            let sounded = await sink.flush()
            end(step.number) { state in
                state.passage.flushed(sounded: sounded)
                return .broken("The sound cannot be played: \(error)", heard: state.passage.takeHeard())
            }
        }
    }

    private func end(_ step: Int, _ outcome: (inout State) -> PlayQueue.Outcome) {
        apply { state in
            state.draining = nil
            guard state.cancelled != step else { return [] }
            return state.queue.ended(step, outcome(&state))
        }
    }

    private func play(_ event: AudioEvent, _ step: Int) async throws {
        let renderer = try await renderer(for: event)
        let size = max(1, sink.rate / 50)
        while let block = try await renderer.next() {
            for start in stride(from: 0, to: block.count, by: size) {
                try await sendReturned()
                let slice = Array(block[start..<min(start + size, block.count)])
                try await send(state.withLock(\.defaults).applied(to: slice))
                apply { $0.queue.sounds(step: step) }
            }
        }
        let (problem, hasPlayed) = (await renderer.problem, await renderer.hasPlayed)
        end(step) { _ in
            if let problem, !hasPlayed { return .unplayable(problem) }
            return .sent(problem: problem)
        }
    }

    private func drain(preparing next: AudioEvent?, _ step: Int) async throws {
        if let next { prepare(next) }
        while true {
            try await sendReturned()
            state.withLock { $0.draining = step }
            try await sink.drain()
            try Task.checkCancellation()
            let isDone = state.withLock { state in
                state.draining = nil
                return !state.queue.isPaused && !state.passage.hasReturned
            }
            if isDone { break }
            // Held: either all had sounded just before, or it was taken back.
        }
        end(step) { state in
            state.passage.drained()
            return .drained(heard: state.passage.takeHeard())
        }
    }

    private func send(_ samples: [Int16]) async throws {
        state.withLock { $0.passage.send(samples) }
        try await sink.play(samples)
    }

    /// Waits while the queue is held, having taken back what has not sounded; then sends that again.
    private func sendReturned() async throws {
        while true {
            try Task.checkCancellation()
            if let pause = pause() {
                if state.withLock({ $0.passage.sent > 0 }) {
                    let sounded = await sink.flush()
                    state.withLock { $0.passage.takenBack(sounded: sounded) }
                }
                for await _ in pause { break }
            } else {
                guard let slice = state.withLock({ $0.passage.nextReturned(max(1, sink.rate / 50)) }) else { return }
                try await send(slice)
            }
        }
    }

    /// A stream that ends with the pause; nil when there is none.
    private func pause() -> AsyncStream<Void>? {
        state.withLock { state in
            guard state.queue.isPaused else { return nil }
            let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
            state.pause?.finish()
            state.pause = continuation
            return stream
        }
    }

    private func prepare(_ event: AudioEvent) {
        state.withLock { state in
            let renderer = EventRenderer(
                event, rate: sink.rate, synthesizer: synthesizer, defaults: state.defaults)
            state.prepared?.task.cancel()
            state.prepared = Prepared(
                event: event, defaults: state.defaults, renderer: renderer, task: Task { await renderer.prepare() })
        }
    }

    /// The renderer that was made ready for the event, or a new one.
    private func renderer(for event: AudioEvent) async throws -> EventRenderer {
        let (defaults, prepared) = state.withLock { state in
            defer { state.prepared = nil }
            return (state.defaults, state.prepared)
        }
        if let prepared {
            if prepared.event == event, prepared.defaults == defaults {
                await withTaskCancellationHandler {
                    await prepared.task.value
                } onCancel: {
                    prepared.task.cancel()
                }
                try Task.checkCancellation()
                return prepared.renderer
            }
            prepared.task.cancel()
        }
        return EventRenderer(event, rate: sink.rate, synthesizer: synthesizer, defaults: defaults)
    }
}
