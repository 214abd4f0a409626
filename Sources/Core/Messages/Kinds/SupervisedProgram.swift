/// A program that a supervisor, such as `saybus up`, keeps running: an element of ``StageStatus/supervises``.
public struct SupervisedProgram: Sendable, Equatable, Codable {
    /// The state of a program's process, which says nothing about the stage's own state.
    public enum State: String, Sendable, Codable, CaseIterable {
        /// The process runs.
        case running
        /// The process has ended, and is started again after a pause.
        case waiting
        /// The process has come to the end of its work.
        case finished
        /// The process is ended on request.
        case stopping
    }

    /// The program without `saybus-`, which is the role of its stage: `broker`, `transcribe`, …; `app` for an app.
    public var role: Role
    /// The instance of its stage, as in ``StageStatus/instance``.
    public var instance: String
    /// The state of the process.
    public var state: State
    /// The process id on the supervisor's machine; absent while no process runs.
    public var pid: Int?
    /// The number of times that the program was started again, 0 or more.
    public var restarts: Int
    /// The way in which the last process ended, such as `exit code 70`; absent when none has ended.
    public var lastEnd: String?
    /// The line of the last process that says why it ended; absent when it wrote none.
    public var lastMessage: String?
    /// Unix time in microseconds at which the last process ended; absent when none has ended.
    public var lastEndAt: Int64?
    /// Milliseconds from this report to the next start; absent unless the state is `waiting`.
    public var nextStartMs: Int?

    /// Creates the description of a program whose first process runs.
    public init(role: Role, instance: String, state: State = .running, pid: Int? = nil, restarts: Int = 0) {
        (self.role, self.instance, self.state, self.pid, self.restarts) = (role, instance, state, pid, restarts)
    }

    static let schema = Schema.object(
        "A program that a supervisor keeps running.",
        [
            .required("role", .string, "The program without saybus-, the role of its stage; app for an app."),
            .required("instance", .string, "The instance of its stage."),
            .required("state", .choice(State.allCases.map(\.rawValue)), "The state of the process."),
            .optional("pid", .integer, "Process id on the supervisor's machine."),
            .required("restarts", .integer, "Number of times that the program was started again."),
            .optional("lastEnd", .string, "How the last process ended, such as exit code 70."),
            .optional("lastMessage", .string, "The line of the last process that says why it ended."),
            .optional("lastEndAt", .integer, "Unix time in microseconds at which the last process ended."),
            .optional("nextStartMs", .integer, "Milliseconds until the next start."),
        ])

    static let example = {
        var program = SupervisedProgram(role: .listen, instance: "listen", state: .waiting, pid: 4713, restarts: 4)
        (program.lastEnd, program.lastMessage) = ("exit code 69", "saybus-listen: there is no microphone")
        (program.lastEndAt, program.nextStartMs) = (1_780_000_000_000_000, 2000)
        return program
    }()
}
