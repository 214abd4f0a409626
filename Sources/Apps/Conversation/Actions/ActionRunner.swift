import SaybusExternalEngines
import SaybusMessages

/// Carries out what an app does.
public struct ActionRunner: Sendable {
    private let app: App
    private let programs: ProgramRunner
    private let web = HTTPClient()
    private let host: (any ActionHost)?

    /// Creates a runner for an app; without a host, what is done to the conversation does nothing, and nothing is published.
    public init(app: App, programs: ProgramRunner = ProgramRunner(), host: (any ActionHost)? = nil) {
        self.app = app
        self.programs = programs
        self.host = host
    }

    /// Carries a command out: what it says is in the outcome, and a failure too.
    ///
    /// - Parameter play: takes what is to be heard before a program runs, so that "one moment" is said while the user
    ///   waits; without it, all is in the outcome. What it took is not in the outcome's events.
    /// - Throws: `CancellationError` when the task was cancelled; a program that ran then has been ended.
    public func run(
        _ invoked: CommandInvoked, play: (@Sendable ([AudioEvent]) async -> Void)? = nil
    ) async throws(CancellationError) -> ActionOutcome {
        guard invoked.app == app.name, let command = app.command(invoked.type) else {
            return ActionOutcome(problem: "the app \(app.name) has no command \(invoked.app)/\(invoked.type)")
        }
        return try await run(ActionPlan(command, invoked, folder: app.folder), play: play)
    }

    /// Carries a plan out.
    public func run(
        _ plan: ActionPlan, play: (@Sendable ([AudioEvent]) async -> Void)? = nil
    ) async throws(CancellationError) -> ActionOutcome {
        var plan = plan
        var kept: [AudioEvent] = []
        while true {
            switch plan.next() {
            case .play(let events):
                if let play { await play(events) } else { kept += events }
            case .run(let call): plan.programEnded(try await programs.run(call))
            case .fetch(let exchange): plan.answered(try await web.run(exchange))
            case .publish(let message):
                plan.published(problem: host == nil ? "there is no bus" : await host?.publish(message))
            case .perform(let act): plan.performed(await host?.perform(act) ?? [])
            case .done(var outcome):
                outcome.events = kept + outcome.events
                return outcome
            }
        }
    }
}
