import SaybusBus
import SaybusMessages
import Synchronization

/// The security of a broker with a policy, and its own secret key, if clients are known by keys.
public struct BrokerSecurity: Sendable, CustomStringConvertible {
    /// The broker's secret key; nil when clients are known by the users of this machine that they run as.
    let secretKey: String?
    let policy: Policy
    /// Whether clients are known by keys.
    public var usesKeys: Bool { secretKey != nil }

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

/// A mailbox that passes the results of reading the policy again to the broker's thread.
final class PolicyMailbox: Sendable {
    /// The results since the mailbox was emptied.
    struct Content: Sendable {
        /// The newest policy that was read; nil when there is none.
        var policy: Policy?
        /// The reason why a policy file read after it was refused; nil when none was.
        var refusal: String?
    }

    private let content = Mutex(Content())
    /// Stores a policy, in place of one that was not taken yet.
    func put(_ new: Policy) { content.withLock { $0 = Content(policy: new) } }
    /// Stores the reason for which a policy file was refused. A policy that was not taken yet remains.
    func put(refusal: String) { content.withLock { $0.refusal = refusal } }
    /// Removes and returns the results.
    func take() -> Content {
        content.withLock { content in
            defer { content = Content() }
            return content
        }
    }
}
