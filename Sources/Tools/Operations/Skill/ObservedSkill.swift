import SaybusSkills

/// A skill whose requests and answers are seen on their way.
struct ObservedSkill: Skill {
    /// The skill that answers.
    let skill: any Skill
    /// Receives each request before it is sent.
    let onRequest: @Sendable (RequestEnvelope) -> Void
    /// Receives each answer, or the reason why there is none.
    let onAnswer: @Sendable (Result<ResponseEnvelope, any Error>) -> Void

    func invoke(_ envelope: RequestEnvelope) async throws -> ResponseEnvelope {
        onRequest(envelope)
        do {
            let answer = try await skill.invoke(envelope)
            onAnswer(.success(answer))
            return answer
        } catch {
            onAnswer(.failure(error))
            throw error
        }
    }
}
