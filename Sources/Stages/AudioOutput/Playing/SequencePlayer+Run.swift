import SaybusMessages
import SaybusSound
import Synchronization

extension SequencePlayer {
    private enum Next {
        case play([Int16])
        case rest, wait, end
    }

    /// Plays until cancelled, or until finished and idle. To be called once. On cancellation the
    /// playing sequences are stopped, the waiting ones are skipped, and all are reported.
    public func run() async {
        let start = await sink.passed()
        state.withLock { $0.mixer.begin(at: start) }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.mix() }
            group.addTask { await self.awaitMarks() }
            group.addTask { await self.deliverReports() }
        }
    }

    /// Mixes and plays block by block.
    private func mix() async {
        while true {
            let (next, failures) = state.withLock { state in (self.next(&state), state.failures) }
            // Wakes the tasks for marks and reports.
            markAdded.notify()
            reportAdded.notify()
            switch next {
            case .play(let samples):
                do {
                    tap?(samples)
                    try await sink.play(samples)
                } catch {
                    if !Task.isCancelled { await fail(error, after: failures) }
                }
            case .rest:
                // Everything has been played back; draining only lets the device rest.
                try? await sink.drain()
                tap?(nil)
            case .wait:
                await inputReady.wait { self.state.withLock { $0.isDue } }
            case .end:
                await end()
                return
            }
        }
    }

    private func next(_ state: inout State) -> Next {
        if Task.isCancelled { return .end }
        while let samples = mixNext(&state) {
            guard samples.isEmpty else {
                state.isSinkRunning = true
                return .play(samples)
            }
        }
        if state.isFinishing, state.queue.isIdle { return .end }
        if state.canRest {
            state.isSinkRunning = false
            return .rest
        }
        return .wait
    }

    /// Waits until each mark has been played back, in order.
    private func awaitMarks() async {
        while true {
            await markAdded.wait { self.state.withLock { !$0.marks.isEmpty || $0.isOver } }
            if Task.isCancelled { return }
            let (first, failures, isOver) = state.withLock { state in
                let first = state.marks.first.map { mark in
                    (mark: mark, wait: Task { [sink] in try await sink.wait(untilPassed: mark.position) })
                }
                state.markWait = first?.wait
                return (first, state.failures, state.isOver)
            }
            guard let (mark, wait) = first else {
                if isOver { return }
                // A failure has removed the marks.
                continue
            }
            let result = await withTaskCancellationHandler {
                await wait.result
            } onCancel: {
                wait.cancel()
            }
            if Task.isCancelled { return }
            switch result {
            case .success: markPassed(mark)
            // The mark was removed because its samples were not played.
            case .failure where wait.isCancelled: continue
            case .failure(let error): await fail(error, after: failures)
            }
        }
    }

    private func markPassed(_ mark: Mixer.Mark) {
        state.withLock { state in
            // A failure may have removed the mark meanwhile.
            guard state.marks.first == mark else { return }
            state.marks.removeFirst()
            perform(state.queue.observe(mark.id, mark.event), &state)
        }
        wake()
    }

    /// Delivers the reports.
    private func deliverReports() async {
        while true {
            let isOver = state.withLock { $0.isOver }
            while let playback = state.withLock({ $0.reports.popFirst() }) { await report(playback, playback.sequence) }
            if isOver { return }
            // After a cancellation this does not suspend; the end comes soon.
            await reportAdded.wait { self.state.withLock { !$0.reports.isEmpty || $0.isOver } }
            if Task.isCancelled { await Task.yield() }
        }
    }

    /// Handles a failure of the sink: all sequences in the mix end, and the next one tries again.
    private func fail(_ error: any Error, after failures: Int) async {
        let place: Int? = state.withLock { state in
            // The mixing task and the marks task both notice a failure; it counts once.
            guard state.failures == failures else { return nil }
            state.failures += 1
            state.marks = []
            return state.mixer.position
        }
        if let place { await abort("The sound cannot be played: \(error)", mixed: place) }
    }

    /// Ends all sequences.
    private func end() async {
        let (place, isIdle) = state.withLock { state in
            state.isFinishing = true
            perform(state.queue.drop("the player has ended") { _ in true }, &state)
            return (state.mixer.position, state.queue.isIdle)
        }
        if !isIdle { await abort("the player has ended", mixed: place) }
        state.withLock { $0.isOver = true }
        wake()
    }

    private func abort(_ reason: String, mixed: Int) async {
        let passed = await sink.passed()
        await sink.flush()
        tap?(nil)
        let restart = await sink.passed()
        state.withLock { state in
            // Samples still in the sink were not played.
            let lost = max(0, mixed - passed)
            var played: [MessageID: Int] = [:]
            for input in state.mixer.inputs { played[input.id] = max(0, input.position - lost) }
            for task in state.renderTasks.values { task.cancel() }
            state.renderTasks = [:]
            state.marks = []
            state.markWait?.cancel()
            state.mixer.reset(at: restart)
            perform(state.queue.abortAll(reason, played: played), &state)
        }
        wake()
    }
}

extension SequencePlayer.State {
    /// Whether there is something to mix, or the player can end or let the device rest.
    fileprivate var isDue: Bool { mixer.isReady || isFinishing && queue.isIdle || canRest }

    /// Whether the device may rest. Every sequence that ends or is held has a mark behind its last sample, so no marks
    /// means no sound.
    fileprivate var canRest: Bool { isSinkRunning && marks.isEmpty && !mixer.isRunning }
}
