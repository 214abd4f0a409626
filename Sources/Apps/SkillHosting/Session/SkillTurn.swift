import SaybusConversation
import SaybusDispatch
import SaybusSkills

/// A runner of the steps of a ``SkillMachine`` in one turn.
public struct SkillTurn: Sendable {
    /// The skill.
    public let skill: any Skill
    /// Receives each request before it is sent.
    public var onRequest: @Sendable (RequestEnvelope) -> Void = { _ in }
    /// Time limit of one answer; nil leaves it to the skill.
    public var limit: Duration?
    /// Receives each answer.
    public var onResponse: @Sendable (ResponseEnvelope) -> Void = { _ in }

    /// Receives each request of the turn when its answer has come, or will not come any more.
    var onEnd: @Sendable (RequestEnvelope) -> Void = { _ in }

    /// Creates a runner for a skill.
    public init(_ skill: any Skill) { self.skill = skill }

    /// Sends requests to the skill until the state machine has something to say.
    /// - Parameters:
    ///   - step: The state machine's first step.
    ///   - machine: The state machine.
    public func callAsFunction(_ step: SkillMachine.Step, _ machine: inout SkillMachine) async -> SkillOutput {
        var step = step
        while true {
            switch step {
            case .say(let output): return output
            case .notify(let envelope):
                await notify(envelope)
                step = machine.notified()
            case .post(let envelope):
                onRequest(envelope)
                let result = await answer(to: envelope)
                onEnd(envelope)
                switch result {
                case .success(let answer):
                    onResponse(answer)
                    step = machine.answered(answer)
                case .failure(let failure): step = machine.failed(failure)
                }
            }
        }
    }

    /// Notifies the skill of the session's end, if the session has ended.
    public func notifySessionEnd(_ output: SkillOutput) async {
        if let envelope = output.sessionEnded { await notify(envelope) }
    }

    /// Notifies the skill. Its answer and its failure are ignored.
    public func notify(_ envelope: RequestEnvelope) async {
        onRequest(envelope)
        if case .success(let answer) = await answer(to: envelope) { onResponse(answer) }
    }

    /// Sends one request, and returns the answer or the skill's failure.
    func answer(to envelope: RequestEnvelope) async -> Result<ResponseEnvelope, SkillFailure> {
        guard let limit else { return await invoke(envelope) }
        let run = HandlerRun(what: "the skill", limit: limit, turn: ConversationTurn.current, onTimeout: { _ in })
        switch await run({ await invoke(envelope) }) {
        case .success(let result): return result
        case .failure(let failure):
            return .failure(SkillFailure(failure.code == .timedOut ? .timeout : .refused, failure.reason))
        }
    }

    private func invoke(_ envelope: RequestEnvelope) async -> Result<ResponseEnvelope, SkillFailure> {
        do {
            return .success(try await skill.invoke(envelope))
        } catch let failure as SkillFailure {
            return .failure(failure)
        } catch let error as SkillError where error.code == .badEnvelope {
            return .failure(SkillFailure(.badAnswer, error.reason))
        } catch {
            return .failure(SkillFailure(.refused, "the skill failed: \(error)"))
        }
    }
}
