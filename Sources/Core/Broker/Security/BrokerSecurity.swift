import SaybusBus
import SaybusMessages
import Synchronization

/// What a broker that wants keys works with: its own key, and who may do what.
public struct BrokerSecurity: Sendable {
    let secretKey: String
    let policy: Policy

    /// - Parameter key: The broker's own; its public half is what clients know it by.
    public init(key: KeyFile, policy: Policy) throws(BusError) {
        guard let secretKey = key.secretKey else {
            throw BusError(.badKey, "the key \"\(key.name)\" has no secret half here: name its .secret file")
        }
        (self.secretKey, self.policy) = (secretKey, policy)
    }
}

/// Hands a new policy to the broker's thread.
final class PolicyMailbox: Sendable {
    private let policy = Mutex<Policy?>(nil)
    func put(_ new: Policy) { policy.withLock { $0 = new } }
    func take() -> Policy? {
        policy.withLock { policy in
            defer { policy = nil }
            return policy
        }
    }
}
