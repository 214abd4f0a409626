import SaybusSkills

/// Carries a machine's steps out until something is to be said.
public struct SkillTurn: Sendable {
    /// The skill.
    public let skill: any Skill
    /// Told of each envelope that goes out.
    public var asked: @Sendable (RequestEnvelope) -> Void = { _ in }
    /// Told of each envelope that comes back.
    public var answered: @Sendable (ResponseEnvelope) -> Void = { _ in }

    /// Turns with a skill.
    public init(_ skill: any Skill) { self.skill = skill }

    /// Asks the skill as often as the machine wants.
    /// - Parameter step: The machine's first step.
    public func callAsFunction(_ step: SkillMachine.Step, _ machine: inout SkillMachine) async -> SkillOutput {
        var step = step
        while true {
            switch step {
            case .say(let output): return output
            case .tell(let envelope):
                await tell(envelope)
                step = machine.told()
            case .post(let envelope):
                asked(envelope)
                switch await answer(to: envelope) {
                case .success(let answer):
                    answered(answer)
                    step = machine.answered(answer)
                case .failure(let failure): step = machine.failed(failure)
                }
            }
        }
    }

    /// Tells the skill that the session is over, when it is.
    public func farewell(_ output: SkillOutput) async {
        if let envelope = output.farewell { await tell(envelope) }
    }

    /// Tells the skill something. What it says to that is not heard, and its failure changes nothing.
    public func tell(_ envelope: RequestEnvelope) async {
        asked(envelope)
        if case .success(let answer) = await answer(to: envelope) { answered(answer) }
    }

    private func answer(to envelope: RequestEnvelope) async -> Result<ResponseEnvelope, SkillFailure> {
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
