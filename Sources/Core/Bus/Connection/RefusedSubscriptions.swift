import SaybusMessages

/// The subscriptions of this process, and what the broker's policy refuses of them and of its publications. Pure.
struct RefusedSubscriptions: Sendable {
    private var asked: [[UInt8]: Int] = [:]
    private var refused: [[UInt8]: String] = [:]
    /// The counts of refused publications by kind, and the subscriptions granted in part, marked with `<`.
    /// Publications and subscriptions of other processes with the same key are included.
    private var reported: [String: Int] = [:]
    /// Whether a prefix is asked for no more. Before that, no topic was followed that is not followed now.
    private var hasEnded = false

    /// Returns whether new subscriptions may follow topics again that were followed before and are not followed now.
    func mayResume(_ prefixes: [[UInt8]]) -> Bool {
        hasEnded && asked[[]] == nil && prefixes.contains { asked[$0] == nil }
    }

    /// Returns whether a topic is subscribed to.
    func covers(_ topic: [UInt8]) -> Bool { asked.keys.contains { topic.starts(with: $0) } }

    mutating func subscribed(_ prefixes: [[UInt8]]) {
        for prefix in prefixes { asked[prefix, default: 0] += 1 }
    }

    mutating func unsubscribed(_ prefixes: [[UInt8]]) {
        for prefix in prefixes {
            guard let count = asked[prefix], count > 1 else {
                asked[prefix] = nil
                hasEnded = true
                refused[prefix] = nil
                continue
            }
            asked[prefix] = count - 1
        }
    }

    /// The reasons why subscriptions of this process are refused; nil when none is.
    var reason: String? {
        refused.isEmpty ? nil : Set(refused.values).sorted().joined(separator: "; ")
    }

    /// Records the refusal of a subscription.
    /// - Returns: True when it is a subscription of this process that was not recorded before.
    mutating func recordSubscription(_ refusal: Refusal) -> Bool {
        let prefix = Array(refusal.subject.utf8)
        guard asked[prefix] != nil else { return false }
        if refusal.isPartial { return reported.updateValue(1, forKey: "<" + refusal.subject) == nil }
        return refused.updateValue(refusal.reason, forKey: prefix) == nil
    }

    /// Records the refusal of a publication.
    /// - Returns: The number of refusals since the last record, and whether this is the first one of its
    ///   subject.
    mutating func recordPublication(_ refusal: Refusal) -> (new: Int, isFirst: Bool) {
        let known = reported[refusal.subject]
        if reported.count < 1024 || known != nil { reported[refusal.subject] = refusal.count }
        let (rise, overflow) = refusal.count.subtractingReportingOverflow(known ?? 0)
        return (overflow || rise < 0 ? 1 : rise, known == nil)
    }

    /// Forgets the refusals of subscriptions, when the connection is lost: the broker reports them again on the
    /// next one.
    mutating func reset() {
        refused = [:]
        reported = reported.filter { !$0.key.hasPrefix("<") }
    }
}
