import SaybusSkills

/// A skill in a program: it gets each request as a line of JSON on its standard input, and answers with a line on its standard output.
///
/// The program is started with the first request and goes on living. One that ends, answers what is none or takes too long is ended, and started anew with
/// the next request: what it kept in memory is gone then, what it had the session keep is not. It may be run several times, so that conversations need not
/// wait for each other; each has to do with the same one always.
public final class ProgramSkill: Skill {
    /// How often a program may be run at once.
    public static let mostProcesses = 16

    private let runs: [SkillProcess]

    /// Creates a skill in a program.
    /// - Parameters:
    ///   - command: The program, as a path or a name that is looked for in `PATH`, and its arguments.
    ///   - patience: How long an answer may take, the start of the program with it.
    ///   - processes: How often it is run, 1 to ``mostProcesses``; one run answers one request after the other.
    public init(_ command: [String], patience: Duration = HTTPSkill.patience, processes: Int = 1) {
        runs = (0..<max(1, min(Self.mostProcesses, processes))).map { _ in SkillProcess(command, patience) }
    }

    /// Asks the program.
    /// - Throws: ``SkillFailure``.
    public func invoke(_ envelope: RequestEnvelope) async throws -> ResponseEnvelope {
        let user = envelope.context.system.user?.userId ?? envelope.session?.user?.userId ?? ""
        // By the words themselves, so that two users are as far apart in every run.
        let hash = user.utf8.reduce(UInt64(5381)) { $0 &* 33 &+ UInt64($1) }
        return try await runs[Int(hash % UInt64(runs.count))].invoke(envelope)
    }
}
