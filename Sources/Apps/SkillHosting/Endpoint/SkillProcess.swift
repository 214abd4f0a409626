import SaybusExternalEngines
import SaybusSkills
import SaybusStage
import SaybusSupport
import Synchronization

/// A process of a skill's program. It answers one request at a time.
final class SkillProcess: Sendable {
    /// The time that a program gets to end after it has closed its connection.
    private static let exitTime = Duration.milliseconds(200)

    private let command: [String]
    private let timeout: Duration
    private let queue = BlockingQueue(label: "skill")
    private let process = Mutex<CommandProcess?>(nil)

    init(_ command: [String], _ timeout: Duration) { (self.command, self.timeout) = (command, timeout) }

    func invoke(_ envelope: RequestEnvelope) async throws -> ResponseEnvelope {
        let line = try envelope.json() + [UInt8(ascii: "\n")]
        let answer: [UInt8]
        let pending = PendingRequest()
        do {
            answer = try await withTaskCancellationHandler { () throws(EngineFailure) in
                try await queue.run { [self] () throws(EngineFailure) in
                    // A request cancelled while waiting in the queue is not sent.
                    guard pending.isWanted.load(ordering: .relaxed) else {
                        throw EngineFailure(.timeout, "it was given up before the program had time for it")
                    }
                    return try ask(line)
                }
            } onCancel: {
                pending.isWanted.store(false, ordering: .relaxed)
            }
        } catch let failure as EngineFailure {
            throw SkillFailure(Self.code(of: failure), failure.reason)
        }
        do {
            return try SkillAnswer.response(in: answer, from: "the program")
        } catch {
            if let refusal = SkillRefusal(parsing: answer) {
                throw SkillFailure(.refused, "the skill failed: \(LogLine.clean(refusal.error, limit: 300))")
            }
            // The answer may still arrive later, and would be mistaken for the answer to the next request.
            try? await queue.run { [self] () throws(EngineFailure) in end() }
            throw error
        }
    }

    /// Whether the caller still waits for the answer.
    private final class PendingRequest: Sendable { let isWanted = Atomic(true) }

    private func end() { process.withLock { $0 = nil } }

    private func ask(_ line: [UInt8]) throws(EngineFailure) -> [UInt8] {
        let deadline = ContinuousClock.now + timeout
        let result = process.withLock { process in
            Result { () throws(EngineFailure) in
                // The process has exited, or has written unexpected output that cannot be distinguished from the
                // next answer.
                if process != nil, process!.stream.hasInput { process = nil }
                if process == nil {
                    process = try CommandProcess(command, standardError: StandardError.shared.descriptor)
                }
                try process!.stream.send(line, before: deadline)
                return try process!.stream.line(limit: HTTPSkill.maximumSize, before: deadline)
            }
        }
        guard case .failure(let failure) = result else { return try result.get() }
        let ending = process.withLock { $0?.ending(before: .now + Self.exitTime) }
        // Late output of this process must not be taken for the answer to the next request.
        end()
        guard failure.code == .unreachable, let ending else { throw failure }
        throw EngineFailure(.unreachable, "\(command.first ?? "the program") \(ending) instead of an answer")
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
