import ArgumentParser
import SaybusBus
import SaybusStage
import Synchronization
import UnixSignals

/// A runner of a live view: passes messages and times to it, and writes its lines.
struct LiveProgram<View: LiveView>: Sendable {
    /// The periodic output of a view, beside its lines for messages.
    enum RefreshPolicy: Sendable {
        /// No periodic output.
        case never
        /// Output at this interval; in full-screen mode it replaces the previous output.
        case every(Duration, isFullScreen: Bool)
        /// No periodic output; the program ends after this time.
        case once(after: Duration)
    }

    /// The time allowed for a view's last lines after a stop request.
    private static var finishingTime: Duration { .seconds(1) }

    private let command: String
    private let options: LiveOptions
    private let bus: BusOptions
    private let refreshPolicy: RefreshPolicy
    private let events: EventFile?
    private let shared: Shared

    /// The view, shared by the tasks that use it.
    private final class Shared: Sendable {
        let view: Mutex<View>
        init(_ view: View) { self.view = Mutex(view) }
    }

    init(
        _ command: String, _ view: View, options: LiveOptions, bus: BusOptions, refreshPolicy: RefreshPolicy = .never,
        events: EventFile? = nil
    ) {
        (self.command, self.options, self.bus) = (command, options, bus)
        (self.refreshPolicy, self.events) = (refreshPolicy, events)
        shared = Shared(view)
    }

    /// Runs the view until it ends.
    /// - Throws: `ExitCode` 1 if the view found a problem; `StageFailure` with the same code if it has a
    ///   failure reason.
    func run() async throws {
        let runner = TapRunner(
            command: command, options: bus, duration: options.time, finishingTime: Self.finishingTime)
        try await runner.run { bus, received, writer in
            let output = output(writer, bus)
            shared.view.withLock { $0.begin(bus.presence, in: output.context) }
            if !options.json, let awaited = shared.view.withLock({ $0.awaited }) {
                StandardError.shared.write("waiting for \(awaited) …\n")
            }
            do {
                try await output.open()
                try await feed(received, output)
            } catch {
                try await output.close()
                throw error
            }
            try await output.close()
            try await output.write(shared.view.withLock { $0.end(in: output.context) })
            try events?.finish()
        }
        if let failureReason = shared.view.withLock({ $0.failureReason }) { throw StageFailure(.failed, failureReason) }
        if shared.view.withLock({ $0.foundProblem }) { throw ExitCode(1) }
    }

    private func output(_ writer: LineWriter, _ bus: Bus) -> LiveOutput {
        var isFullScreen = false
        if case .every(_, let wanted) = refreshPolicy { isFullScreen = wanted && !options.json }
        return LiveOutput(
            writer, on: bus, color: options.color, isFullScreen: isFullScreen, events: events)
    }

    /// Passes messages and refreshes to the view until either ends, or the user presses `q`.
    private func feed(_ received: RawSubscription, _ output: LiveOutput) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await receive(received, output) }
            switch refreshPolicy {
            case .never: break
            case .once(let pause): group.addTask { try await Task.sleep(for: pause) }
            case .every(let pause, let isFullScreen):
                group.addTask { try await refresh(output, every: pause, isFullScreen: isFullScreen) }
                if let keys = output.keys {
                    group.addTask {
                        // The terminal window was resized.
                        for await _ in await UnixSignalsSequence(trapping: .sigwinch) { try await show(output) }
                    }
                    group.addTask {
                        try await show(output)
                        for await key in keys {
                            if key == .quit { return }
                            try await show(output)
                        }
                    }
                }
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    /// Passes messages to the view until it is complete, or there are no more.
    private func receive(_ messages: RawSubscription, _ output: LiveOutput) async throws {
        if shared.view.withLock({ $0.isComplete }) { return }
        for await received in messages {
            let (lines, isComplete) = shared.view.withLock {
                let lines =
                    if case .repeated(let message) = received {
                        $0.receiveRepeated(message, in: output.context)
                    } else {
                        $0.receive(received, in: output.context)
                    }
                return (lines, $0.isComplete)
            }
            if !lines.isEmpty { try await output.write(lines) }
            if isComplete { return }
        }
    }

    /// Refreshes the view at an interval until this task is cancelled.
    private func refresh(_ output: LiveOutput, every pause: Duration, isFullScreen: Bool) async throws {
        // A redrawn view writes its last figures at the end; other views, such as trace, do not.
        var left = isFullScreen ? refreshCount(every: pause) : .max
        while true {
            try await Task.sleep(for: pause)
            guard left > 0 else { continue }
            left -= 1
            try await show(output)
        }
    }

    /// Returns the number of refreshes before the end; the figures at the end are written by
    /// ``LiveView/end(in:)``.
    private func refreshCount(every pause: Duration) -> Int {
        guard let time = options.time else { return .max }
        return Int((time / pause).rounded(.up)) - 1
    }

    private func show(_ output: LiveOutput) async throws {
        try await output.show(shared.view.withLock { $0.refresh(in: output.context) })
    }
}
