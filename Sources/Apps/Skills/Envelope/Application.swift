/// A skill, as requests name it.
public struct Application: Codable, Sendable, Hashable {
    /// The skill's id: `amzn1.ask.skill.…` at Amazon.
    public var applicationId: String

    /// A skill.
    public init(applicationId: String) { self.applicationId = applicationId }
}
