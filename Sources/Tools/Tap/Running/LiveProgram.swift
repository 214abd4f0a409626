import ArgumentParser
import SaybusBus
import SaybusMessages
import SaybusStage
import Synchronization
import UnixSignals

/// Runs a live view: feeds it with what passes and with time, and writes what it says.
struct LiveProgram<View: LiveView>: Sendable {
    /// When the view is asked for what it shows beside its answers to messages.
    enum RefreshPolicy: Sendable {
        /// Never.
        case never
        /// Every so often; on a terminal, in place of the picture before.
        case every(Duration, isFullScreen: Bool)
        /// One time, and then it ends.
        case once(after: Duration)
    }

    /// How long a view may take to say what it has found, once it is told to end.
    private static var finishingTime: Duration { .seconds(1) }

    private let command: String
    private let options: LiveOptions
    private let refreshPolicy: RefreshPolicy
    private let events: EventFile?
    private let shared: Shared

    /// The view, for the tasks that feed it.
    private final class Shared: Sendable {
        let view: Mutex<View>
        init(_ view: View) { self.view = Mutex(view) }
    }

    init(_ command: String, _ view: View, options: LiveOptions, refreshPolicy: RefreshPolicy = .never, events: EventFile? = nil) {
        (self.command, self.options, self.refreshPolicy, self.events) = (command, options, refreshPolicy, events)
        shared = Shared(view)
    }

    /// Runs it to its end.
    /// - Throws: `ExitCode` 1 when the view is alarming; ``StageFailure`` with the same code when it has a complaint.
    func run() async throws {
        let runner = TapRunner(
            command: command, options: options.common, duration: options.time, finishingTime: Self.finishingTime)
        try await runner.run { bus, received, writer in
            let output = output(writer)
            shared.view.withLock { $0.begin(bus.presence, in: .now()) }
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

    private func output(_ writer: LineWriter) -> LiveOutput {
        var isFullScreen = false
        if case .every(_, let wanted) = refreshPolicy { isFullScreen = wanted && !options.json }
        return LiveOutput(writer, color: options.color, isFullScreen: isFullScreen, events: events)
    }

    /// Until the messages or the beats end, or somebody presses `q`.
    private func feed(_ received: RawSubscription, _ output: LiveOutput) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                if shared.view.withLock({ $0.isComplete }) { return }
                for await received in received {
                    let (lines, isComplete) = shared.view.withLock {
                        ($0.receive(received, in: output.context), $0.isComplete)
                    }
                    if !lines.isEmpty { try await output.write(lines) }
                    if isComplete { return }
                }
            }
            switch refreshPolicy {
            case .never: break
            case .once(let pause): group.addTask { try await Task.sleep(for: pause) }
            case .every(let pause, let isFigures):
                group.addTask {
                    var left = isFigures ? refreshCount(every: pause) : .max
                    while true {
                        try await Task.sleep(for: pause)
                        guard left > 0 else { continue }
                        left -= 1
                        try await show(output)
                    }
                }
                if let keys = output.keys {
                    group.addTask {
                        // The window has changed.
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

    /// How many beats there are before the end, which shows the figures itself.
    private func refreshCount(every pause: Duration) -> Int {
        guard let time = options.time else { return .max }
        return Int((time / pause).rounded(.up)) - 1
    }

    private func show(_ output: LiveOutput) async throws {
        try await output.show(shared.view.withLock { $0.refresh(in: output.context) })
    }
}
