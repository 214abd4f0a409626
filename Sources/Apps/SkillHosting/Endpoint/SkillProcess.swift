import SaybusExternalEngines
import SaybusSkills
import SaybusSupport
import Synchronization

/// A process of a skill's program. It answers one request at a time.
final class SkillProcess: Sendable {
    private let timeout: Duration
    private let queue = BlockingQueue(label: "skill")
    private let process: RestartingProcess

    init(_ command: [String], _ timeout: Duration) { (process, self.timeout) = (RestartingProcess(command), timeout) }

    func invoke(_ envelope: RequestEnvelope) async throws -> ResponseEnvelope {
        let line = try envelope.json() + [UInt8(ascii: "\n")]
        let answer: Result<ResponseEnvelope, SkillFailure>
        let pending = PendingRequest()
        do {
            answer = try await withTaskCancellationHandler { () throws(EngineFailure) in
                try await queue.run { [self] () throws(EngineFailure) -> Result<ResponseEnvelope, SkillFailure> in
                    // A request cancelled while waiting in the queue is not sent.
                    guard pending.isWanted.load(ordering: .relaxed) else {
                        throw EngineFailure(.timeout, "it was given up before the program had time for it")
                    }
                    return read(try ask(line))
                }
            } onCancel: {
                pending.isWanted.store(false, ordering: .relaxed)
            }
        } catch let failure as EngineFailure {
            throw SkillFailure(Self.code(of: failure), failure.reason)
        }
        return try answer.get()
    }

    /// Reads an answer. A program that has written something else is ended before the next request: its answer may
    /// still come, and would be taken for that to the next request, which may be another user's.
    private func read(_ answer: [UInt8]) -> Result<ResponseEnvelope, SkillFailure> {
        do throws(SkillFailure) {
            return .success(try SkillAnswer.response(in: answer, from: "the program"))
        } catch {
            if let refusal = SkillRefusal(parsing: answer) {
                let reason = LogLine.clean(refusal.error, limit: 300)
                return .failure(SkillFailure(.refused, "the skill failed: \(reason)"))
            }
            process.end()
            return .failure(error)
        }
    }

    /// Whether the caller still waits for the answer.
    private final class PendingRequest: Sendable { let isWanted = Atomic(true) }

    private func ask(_ line: [UInt8]) throws(EngineFailure) -> [UInt8] {
        let deadline = ContinuousClock.now + timeout
        return try process.exchange { (stream: inout SocketStream) throws(EngineFailure) -> [UInt8] in
            try stream.send(line, before: deadline)
            return try stream.line(limit: HTTPSkill.maximumSize, before: deadline)
        }
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
