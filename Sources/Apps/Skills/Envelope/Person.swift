/// A speaker whose voice was recognized.
public struct Person: Codable, Sendable, Hashable {
    /// The person's id, stable for a person and a skill.
    public var personId: String
    /// The access token of the account that the person has linked.
    public var accessToken: String?

    /// Creates a person.
    public init(personId: String, accessToken: String? = nil) {
        (self.personId, self.accessToken) = (personId, accessToken)
    }
}
