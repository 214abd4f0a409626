import SaybusSkills

/// A skill in a child process. Each request is a line of JSON on its standard input, each answer a line on its
/// standard output.
///
/// The process starts with the first request and keeps running. A process that exits, answers with invalid JSON, writes
/// a line behind its answer or exceeds the timeout is terminated, and restarted with the next request; its memory is
/// lost, but not its session attributes. The line `{"error": "why"}` fails its request only. Several processes let
/// conversations run in parallel; requests of one user always go to the same process.
public final class ProgramSkill: Skill, SelfTimedSkill {
    /// Maximum number of processes.
    public static let maximumProcesses = 16

    private let children: [SkillProcess]

    /// Creates a skill in a program.
    /// - Parameters:
    ///   - command: The program, as a path or a name looked up in `PATH`, and its arguments.
    ///   - timeout: Time for an answer, including the start of the program.
    ///   - processes: Number of processes, 1 to ``maximumProcesses``. Each answers one request at a time.
    public init(_ command: [String], timeout: Duration = HTTPSkill.defaultTimeout, processes: Int = 1) {
        children = (0..<max(1, min(Self.maximumProcesses, processes))).map { _ in SkillProcess(command, timeout) }
    }

    /// Sends a request to the process of its user and returns the answer.
    /// - Throws: ``SkillFailure``.
    public func invoke(_ envelope: RequestEnvelope) async throws -> ResponseEnvelope {
        let user = envelope.context.system.user?.userId ?? envelope.session?.user?.userId ?? ""
        // `Hasher` is seeded per run; this hash assigns a user to the same process in every run.
        let hash = user.utf8.reduce(UInt64(5381)) { $0 &* 33 &+ UInt64($1) }
        return try await children[Int(hash % UInt64(children.count))].invoke(envelope)
    }
}
