import SaybusBus

/// The security of a broker with a policy, and its own secret key, if clients are known by keys.
public struct BrokerSecurity: Sendable, CustomStringConvertible {
    /// The broker's secret key; nil when clients are known by the users of this machine that they run as.
    let secretKey: String?
    let policy: Policy
    /// Whether clients are known by keys.
    var usesKeys: Bool { secretKey != nil }

    /// The number of keys and users that the policy names, without the secret key.
    public var description: String { "security with \(policy.count) keys or users" }

    /// Creates the security of a broker of an ipc bus, without keys. The broker's own user and root may do everything.
    /// - Parameter policy: The rules for each of the other users.
    public init(policy: Policy) { (secretKey, self.policy) = (nil, policy) }

    /// Creates the security of a broker.
    /// - Parameters:
    ///   - key: The broker's own key; clients know its public half.
    ///   - policy: The rules for each key.
    /// - Throws: `BusError` with code `badKey` when the key has no secret half.
    public init(key: KeyFile, policy: Policy) throws(BusError) {
        guard let secretKey = key.secretKey else {
            throw BusError(.badKey, "the key \"\(key.name)\" has no secret half here: name its .secret file")
        }
        (self.secretKey, self.policy) = (secretKey, policy)
    }
}
