import Messages
import PatternMatching
import Synchronization

/// The matchers of a model, made when they are first needed. Bounded by the number of its slots, and of the sessions that added values.
final class MatcherCache: Sendable {
    private struct Key: Hashable {
        var expectation: SkillExpectation
        /// The revision of the values that were added.
        var dynamic: String?
    }

    /// How many matchers are kept.
    private static let capacity = 256

    private let matchers = Mutex<[Key: PatternMatcher]>([:])

    /// The matcher for a moment.
    func matcher(
        for expectation: SkillExpectation, _ dynamic: [Catalog.SlotType], catalog: () -> Catalog
    ) -> PatternMatcher {
        let added = dynamic.isEmpty ? nil : Catalog(app: "", commands: [], slotTypes: dynamic).revision
        let key = Key(expectation: expectation, dynamic: added)
        if let matcher = matchers.withLock({ $0[key] }) { return matcher }
        let matcher = PatternMatcher([catalog()])
        matchers.withLock { matchers in
            if matchers.count >= Self.capacity { matchers.removeAll() }
            matchers[key] = matcher
        }
        return matcher
    }
}
