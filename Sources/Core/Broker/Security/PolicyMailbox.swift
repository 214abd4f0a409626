import Synchronization

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
