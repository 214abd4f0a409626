import ForeignEngines
import Skills
import Synchronization

/// A skill in a program: it gets each request as a line of JSON on its standard input, and answers with a line on its standard output.
///
/// The program is started with the first request and goes on living. One that ends, answers what is none or takes too long is ended, and started anew with
/// the next request: what it kept in memory is gone then, what it had the session keep is not. It may be run several times, so that conversations need not
/// wait for each other; each has to do with the same one always.
public final class ProgramSkill: Skill {
    /// How often a program may be run at once.
    public static let mostProcesses = 16

    private let lanes: [Lane]

    /// A skill in a program.
    /// - Parameters:
    ///   - command: The program, as a path or a name that is looked for in `PATH`, and its arguments.
    ///   - patience: How long an answer may take, the start of the program with it.
    ///   - processes: How often it is run, 1 to ``mostProcesses``; one run answers one request after the other.
    public init(_ command: [String], patience: Duration = HTTPSkill.patience, processes: Int = 1) {
        lanes = (0..<max(1, min(Self.mostProcesses, processes))).map { _ in Lane(command, patience) }
    }

    /// Asks the program.
    /// - Throws: ``SkillFailure``.
    public func invoke(_ envelope: RequestEnvelope) async throws -> ResponseEnvelope {
        let user = envelope.context.system.user?.userId ?? envelope.session?.user?.userId ?? ""
        // By the words themselves, so that two users are as far apart in every run.
        let hash = user.utf8.reduce(UInt64(5381)) { $0 &* 33 &+ UInt64($1) }
        return try await lanes[Int(hash % UInt64(lanes.count))].invoke(envelope)
    }
}

/// One run of the program.
private final class Lane: Sendable {
    private let command: [String]
    private let patience: Duration
    private let queue = BlockingQueue(label: "skill")
    private let process = Mutex<CommandProcess?>(nil)

    init(_ command: [String], _ patience: Duration) { (self.command, self.patience) = (command, patience) }

    func invoke(_ envelope: RequestEnvelope) async throws -> ResponseEnvelope {
        let line = try envelope.json() + [UInt8(ascii: "\n")]
        let answer: [UInt8]
        let wish = Wish()
        do {
            answer = try await withTaskCancellationHandler { () throws(EngineFailure) in
                try await queue.run { [self] () throws(EngineFailure) in
                    // What was given up while others were served is not asked any more.
                    guard wish.isWanted.load(ordering: .relaxed) else {
                        throw EngineFailure(.timeout, "it was given up before the program had time for it")
                    }
                    return try ask(line)
                }
            } onCancel: {
                wish.isWanted.store(false, ordering: .relaxed)
            }
        } catch let failure as EngineFailure {
            throw SkillFailure(Self.code(of: failure), failure.reason)
        }
        do {
            return try ResponseEnvelope(parsing: answer)
        } catch {
            // The answer may still come behind it, and would be taken for that to the next request.
            try? await queue.run { [self] () throws(EngineFailure) in end() }
            throw error
        }
    }

    /// Whether an answer that is waited for is still wanted.
    private final class Wish: Sendable { let isWanted = Atomic(true) }

    private func end() { process.withLock { $0 = nil } }

    private func ask(_ line: [UInt8]) throws(EngineFailure) -> [UInt8] {
        let deadline = ContinuousClock.now + patience
        let result = process.withLock { process in
            Result { () throws(EngineFailure) in
                // It has ended, or said more than its answers, which nobody can tell from the next one.
                if process != nil, process!.stream.hasInput { process = nil }
                if process == nil { process = try CommandProcess(command) }
                try process!.stream.send(line, before: deadline)
                return try process!.stream.line(limit: HTTPSkill.maximumSize, before: deadline)
            }
        }
        // Whatever it still says is no answer to the next request.
        if case .failure = result { end() }
        return try result.get()
    }

    private static func code(of failure: EngineFailure) -> SkillFailure.Code {
        switch failure.code {
        case .timeout: .timeout
        case .unreachable: .unreachable
        case .refused: .refused
        case .garbage: .tooLarge
        }
    }
}
