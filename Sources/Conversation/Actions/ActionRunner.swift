import Messages

/// Carries out the commands of an app.
public struct ActionRunner: Sendable {
    private let app: App
    private let programs: ProgramRunner

    /// A runner for an app.
    public init(app: App, programs: ProgramRunner = ProgramRunner()) {
        self.app = app
        self.programs = programs
    }

    /// Carries a command out: what it says is in the outcome, and a failure too.
    ///
    /// - Parameter play: takes what is to be heard before a program runs, so that "one moment" is said while the user
    ///   waits; without it, all is in the outcome. What it took is not in the outcome's events.
    /// - Throws: `CancellationError` when the task was cancelled; a program that ran then has been ended.
    public func run(
        _ invoked: CommandInvoked, play: (([AudioEvent]) async -> Void)? = nil
    ) async throws(CancellationError) -> ActionOutcome {
        guard invoked.app == app.name, let command = app.command(invoked.type) else {
            return ActionOutcome(problem: "the app \(app.name) has no command \(invoked.app)/\(invoked.type)")
        }
        var plan = ActionPlan(command, invoked, folder: app.folder)
        var kept: [AudioEvent] = []
        while true {
            switch plan.next() {
            case .play(let events):
                if let play { await play(events) } else { kept += events }
            case .run(let call):
                plan.programEnded(try await programs.run(call))
            case .done(var outcome):
                outcome.events = kept + outcome.events
                return outcome
            }
        }
    }
}
