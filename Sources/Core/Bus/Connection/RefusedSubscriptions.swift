import SaybusMessages

/// What of our subscriptions the broker's policy does not grant. Pure.
struct RefusedSubscriptions: Sendable {
    private var asked: [[UInt8]: Int] = [:]
    private var refused: [[UInt8]: String] = [:]
    /// The publications that have been told, and how often: those of all processes with our key pass here.
    private var told: [String: Int] = [:]

    mutating func subscribed(_ prefixes: [[UInt8]]) {
        for prefix in prefixes { asked[prefix, default: 0] += 1 }
    }

    mutating func unsubscribed(_ prefixes: [[UInt8]]) {
        for prefix in prefixes {
            guard let count = asked[prefix], count > 1 else {
                asked[prefix] = nil
                refused[prefix] = nil
                continue
            }
            asked[prefix] = count - 1
        }
    }

    /// Why what we need is not all there; nil when it is.
    var sentence: String? {
        refused.isEmpty ? nil : Set(refused.values).sorted().joined(separator: "; ")
    }

    /// Takes note of a subscription's refusal.
    /// - Returns: Whether it concerns us and is news.
    mutating func note(_ refusal: Refusal) -> Bool {
        let prefix = Array(refusal.subject.utf8)
        guard asked[prefix] != nil else { return false }
        if refusal.isPartial { return told.updateValue(1, forKey: "<" + refusal.subject) == nil }
        return refused.updateValue(refusal.reason, forKey: prefix) == nil
    }

    /// Takes note of a publication's refusal.
    /// - Returns: How many more have been refused than were known of.
    mutating func notePublication(_ refusal: Refusal) -> (new: Int, isFirst: Bool) {
        let known = told[refusal.subject]
        if told.count < 1024 || known != nil { told[refusal.subject] = refusal.count }
        let (rise, overflow) = refusal.count.subtractingReportingOverflow(known ?? 0)
        return (overflow || rise < 0 ? 1 : rise, known == nil)
    }

    /// The connection is gone: the broker tells again what it refuses.
    mutating func forget() {
        refused = [:]
        told = told.filter { !$0.key.hasPrefix("<") }
    }
}
