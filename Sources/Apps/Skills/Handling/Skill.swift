/// Whatever answers requests: ``CustomSkill`` does it with handlers.
public protocol Skill: Sendable {
    /// Answers a request; throws what no error handler took.
    func invoke(_ envelope: RequestEnvelope) async throws -> ResponseEnvelope
}
