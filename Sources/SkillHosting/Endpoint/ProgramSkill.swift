import ForeignEngines
import Skills
import Synchronization

/// A skill in a program: it gets each request as a line of JSON on its standard input, and answers with a line on its standard output.
///
/// The program is started with the first request and goes on living. One that ends, answers what is none or takes too long is ended, and started anew with
/// the next request: what it kept in memory is gone then, what it had the session keep is not.
public final class ProgramSkill: Skill {
    private let command: [String]
    private let patience: Duration
    private let queue = BlockingQueue(label: "skill")
    private let process = Mutex<CommandProcess?>(nil)

    /// A skill in a program.
    /// - Parameters:
    ///   - command: The program, as a path or a name that is looked for in `PATH`, and its arguments.
    ///   - patience: How long an answer may take, the start of the program with it.
    public init(_ command: [String], patience: Duration = HTTPSkill.patience) {
        (self.command, self.patience) = (command, patience)
    }

    /// Asks the program.
    /// - Throws: ``SkillFailure``.
    public func invoke(_ envelope: RequestEnvelope) async throws -> ResponseEnvelope {
        let line = try envelope.json() + [UInt8(ascii: "\n")]
        let answer: [UInt8]
        do {
            answer = try await queue.run { [self] () throws(EngineFailure) in try ask(line) }
        } catch {
            throw SkillFailure(Self.code(of: error), error.reason)
        }
        do {
            return try ResponseEnvelope(parsing: answer)
        } catch {
            // The answer may still come behind it, and would be taken for that to the next request.
            try? await queue.run { [self] () throws(EngineFailure) in end() }
            throw error
        }
    }

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
