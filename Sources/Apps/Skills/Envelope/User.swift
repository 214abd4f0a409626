import SaybusMessages

/// The account that uses a skill.
public struct User: Codable, Sendable, Equatable {
    /// Stays the same for an account and a skill.
    public var userId: String
    /// What the account has been linked to elsewhere with.
    public var accessToken: String?
    /// What the user has consented to, as it came.
    public var permissions: JSONValue?

    /// A user.
    public init(userId: String, accessToken: String? = nil, permissions: JSONValue? = nil) {
        (self.userId, self.accessToken, self.permissions) = (userId, accessToken, permissions)
    }
}
