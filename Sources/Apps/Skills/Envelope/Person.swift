/// Whose voice was recognized.
public struct Person: Codable, Sendable, Hashable {
    /// Stays the same for a person and a skill.
    public var personId: String
    /// What the person's account has been linked to elsewhere with.
    public var accessToken: String?

    /// A person.
    public init(personId: String, accessToken: String? = nil) {
        (self.personId, self.accessToken) = (personId, accessToken)
    }
}
