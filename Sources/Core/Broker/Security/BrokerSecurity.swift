import SaybusBus
import SaybusMessages
import Synchronization

/// The security of a broker with keys: its own secret key, and its policy.
public struct BrokerSecurity: Sendable, CustomStringConvertible {
    let secretKey: String
    let policy: Policy

    /// The number of keys that the policy names, without the secret key.
    public var description: String { "security with \(policy.count) keys" }

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

/// A mailbox that passes a new policy to the broker's thread.
final class PolicyMailbox: Sendable {
    private let policy = Mutex<Policy?>(nil)
    /// Puts a policy, in place of one that was not taken yet.
    func put(_ new: Policy) { policy.withLock { $0 = new } }
    /// Removes and returns the policy; nil when there is none.
    func take() -> Policy? {
        policy.withLock { policy in
            defer { policy = nil }
            return policy
        }
    }
}
