import SaybusMessages

/// The account that uses a skill.
public struct User: Codable, Sendable, Equatable {
    /// The account's id, stable for an account and a skill.
    public var userId: String
    /// The access token of the account that the user has linked.
    public var accessToken: String?
    /// The permissions that the user has granted, kept unchanged.
    public var permissions: JSONValue?

    /// Creates a user.
    public init(userId: String, accessToken: String? = nil, permissions: JSONValue? = nil) {
        (self.userId, self.accessToken, self.permissions) = (userId, accessToken, permissions)
    }
}
