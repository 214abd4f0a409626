import SaybusExternalEngines
import SaybusSkills
import SaybusStage
import Synchronization

/// One run of a skill's program: it answers one request after the other.
final class SkillProcess: Sendable {
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
                if process == nil {
                    process = try CommandProcess(command, standardError: StandardError.shared.descriptor)
                }
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
