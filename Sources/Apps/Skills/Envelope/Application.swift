/// The skill to which a request is addressed.
public struct Application: Codable, Sendable, Hashable {
    /// The skill's id, `amzn1.ask.skill.…` at Amazon.
    public var applicationId: String

    /// Creates an application.
    public init(applicationId: String) { self.applicationId = applicationId }
}
