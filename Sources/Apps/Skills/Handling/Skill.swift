/// A type that answers requests. ``CustomSkill`` answers with handlers.
public protocol Skill: Sendable {
    /// Answers a request.
    ///
    /// - Throws: The errors that the skill does not handle.
    func invoke(_ envelope: RequestEnvelope) async throws -> ResponseEnvelope
}
