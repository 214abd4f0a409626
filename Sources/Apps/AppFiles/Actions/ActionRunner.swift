import SaybusExternalEngines
import SaybusMessages

/// A runner of the actions of an app's commands.
struct ActionRunner: Sendable {
    private let app: App
    private let programs: ProgramRunner
    private let web = HTTPClient()
    private let host: (any ActionHost)?

    /// Creates a runner for an app. Without a host, acts on the conversation have no effect and publishing
    /// fails.
    init(app: App, programs: ProgramRunner = .shared, host: (any ActionHost)? = nil) {
        self.app = app
        self.programs = programs
        self.host = host
    }

    /// Executes a command. The outcome contains its events and its failure, if any.
    ///
    /// - Parameters:
    ///   - invoked: The invocation of the command.
    ///   - play: Plays events before a step that may take time, such as "one moment" before a program. These
    ///     events are not in the outcome. Without `play`, all events are in the outcome.
    /// - Throws: `CancellationError` when the task was cancelled. A running program has then been terminated.
    func run(
        _ invoked: CommandInvoked, play: (@Sendable ([AudioEvent]) async -> Void)? = nil
    ) async throws(CancellationError) -> ActionOutcome {
        guard invoked.app == app.name, let command = app.command(invoked.type) else {
            return ActionOutcome(problem: "the app \(app.name) has no command \(invoked.app)/\(invoked.type)")
        }
        return try await run(
            ActionPlan(command, invoked, folder: app.folder, context: host?.context ?? [:]), play: play)
    }

    /// Executes a plan.
    func run(
        _ plan: ActionPlan, play: (@Sendable ([AudioEvent]) async -> Void)? = nil
    ) async throws(CancellationError) -> ActionOutcome {
        var plan = plan
        plan.use(app.secrets, environment: plan.runsPrograms ? host?.environment ?? [:] : [:])
        var kept: [AudioEvent] = []
        while true {
            let step = plan.next()
            // A program that stood still may have been replaced, and the user told of the failure.
            if step.acts, let interruption = await host?.interruption() {
                plan.interrupt(interruption)
                continue
            }
            switch step {
            case .play(let events):
                if let play { await play(events) } else { kept += events }
            case .run(let call): plan.programEnded(try await programs.run(call))
            case .fetch(let exchange): plan.answered(try await web.run(exchange))
            case .publish(let message):
                plan.published(problem: host == nil ? "there is no bus" : await host?.publish(message))
            case .perform(let act): plan.performed(await host?.perform(act) ?? [])
            case .remember(let request):
                plan.remembered(
                    await host?.remember(request) ?? .failure(StoreError(.storage, "there is nothing to remember it")))
            case .done(var outcome):
                outcome.events = kept + outcome.events
                return outcome
            }
        }
    }
}
