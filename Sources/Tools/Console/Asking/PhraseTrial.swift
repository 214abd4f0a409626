import SaybusMatchDiagnosis
import SaybusMessages
import SaybusPatternMatching
import Synchronization

/// Texts tried with the patterns of apps: what they mean, or why they mean nothing.
final class PhraseTrial: Sendable {
    /// The matcher of the catalogs that were used last, since texts are tried again and again.
    private let last = Mutex<(revision: String, matcher: PatternMatcher)?>(nil)

    /// Returns the meaning of texts, each with its hypotheses and the nearest patterns that did not match.
    /// - Parameters:
    ///   - texts: The texts.
    ///   - catalogs: The catalogs of the apps.
    ///   - session: The conversation in which they would be said.
    func result(_ texts: [String], _ catalogs: [Catalog], in session: Session) throws -> JSONValue {
        let matcher = matcher(of: catalogs)
        let absent = Set(
            catalogs.flatMap { catalog in
                catalog.absent(in: session).map { CommandName(app: catalog.app, type: $0) }
            })
        let tried = try texts.map { text -> JSONValue in
            let hypotheses = matcher.match(text, context: session.facts, excluding: absent)
            let matched = Set(hypotheses.map { CommandName(app: $0.app, type: $0.type) })
            let nearest = MatchDiagnosis(text, catalogs, in: session, except: matched).nearest
            return ["text": .string(text), "hypotheses": try JSONValue(hypotheses), "nearest": try JSONValue(nearest)]
        }
        return [
            "texts": .array(tried), "apps": .array(catalogs.map { .string($0.app) }),
            "patterns": .integer(Int64(matcher.patternCount)),
        ]
    }

    private func matcher(of catalogs: [Catalog]) -> PatternMatcher {
        let revision = catalogs.map(\.revision).joined(separator: " ")
        if let last = last.withLock({ $0 }), last.revision == revision { return last.matcher }
        let matcher = PatternMatcher(catalogs)
        last.withLock { $0 = (revision, matcher) }
        return matcher
    }
}
