import Foundation
import SaybusMessages

/// A condition on messages: every part that is given must match.
public struct TapFilter: Sendable, Equatable {
    private let kinds: [KindPattern]
    private let session: Session?
    private let turn: String?
    private let role: Role?
    private let instance: String?
    private let words: String?
    private let pattern: NSRegularExpression?

    /// Creates a filter; without arguments it admits everything.
    /// - Parameters:
    ///   - kinds: Patterns of kinds, of which one must match.
    ///   - session: The conversation.
    ///   - turn: A turn's id, or at least four digits of its beginning or end.
    ///   - source: A role, or `role/instance`.
    ///   - match: Text in the message or its summary, without regard to case.
    ///   - regex: A regular expression that matches part of the message or its summary.
    init(
        kinds: [String] = [], session: Session? = nil, turn: String? = nil, source: String? = nil, match: String? = nil,
        regex: String? = nil
    ) throws(TapError) {
        var patterns: [KindPattern] = []
        for kind in kinds { patterns.append(try KindPattern(kind)) }
        self.kinds = patterns
        self.session = session
        self.turn = try turn.map { (text) throws(TapError) in try Self.digits(ofTurn: text) }
        if let source {
            let parts = source.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let names = Source(role: Role(parts[0]), instance: parts.count > 1 ? parts[1] : "any")
            guard let names else {
                throw TapError(
                    .badFilter, "\"\(source)\" is no source: write role or role/instance, such as transcribe")
            }
            (role, instance) = (names.role, parts.count > 1 ? names.instance : nil)
        } else {
            (role, instance) = (nil, nil)
        }
        words = match?.lowercased()
        do {
            pattern = try regex.map { try NSRegularExpression(pattern: $0) }
        } catch {
            throw TapError(.badFilter, "\"\(regex ?? "")\" is no regular expression")
        }
    }

    private static func digits(ofTurn text: String) throws(TapError) -> String {
        let digits = text.lowercased().filter { $0 != "-" }
        guard (4...32).contains(digits.count), digits.allSatisfy({ $0.isASCII && $0.isHexDigit }) else {
            throw TapError(.badFilter, "\"\(text)\" is no turn: write its id, or at least 4 digits of its end")
        }
        return digits
    }

    /// Returns whether one of the kind patterns matches.
    func names(_ kind: Kind) -> Bool { kinds.contains { $0.matches(kind) } }

    /// Returns whether kind, session and source match: all that is known about a lost message.
    func concerns(_ header: Header) -> Bool {
        (kinds.isEmpty || names(header.kind)) && (session.map { $0 == header.session } ?? true)
            && concerns(header.source)
    }

    /// Returns whether the header matches.
    func admits(_ header: Header) -> Bool {
        guard concerns(header) else { return false }
        guard let turn else { return true }
        guard let digits = header.turn?.description.filter({ $0 != "-" }) else { return false }
        return digits.hasPrefix(turn) || digits.hasSuffix(turn)
    }

    /// Returns whether malformed frames match. Kind and session are those of the topic; without a topic they match no
    /// condition on one of these. The turn is unknown, so that a condition on the turn leaves them out only where
    /// another condition does.
    func admits(_ error: MessageError) -> Bool {
        if !kinds.isEmpty || session != nil {
            guard let topic = error.topic, kinds.isEmpty || names(topic.kind),
                session.map({ $0 == topic.session }) ?? true
            else { return false }
        }
        if role != nil {
            guard let source = error.source, concerns(source) else { return false }
        }
        return matches { [error.description] }
    }

    /// Returns whether any text contains the words, and any text matches the regular expression.
    func matches(_ texts: () -> [String]) -> Bool {
        let words = self.words.flatMap { $0.isEmpty ? nil : $0 }
        guard words != nil || pattern != nil else { return true }
        let texts = texts()
        if let words, !texts.contains(where: { $0.lowercased().contains(words) }) { return false }
        guard let pattern else { return true }
        return texts.contains { pattern.firstMatch(in: $0, range: NSRange($0.startIndex..., in: $0)) != nil }
    }

    private func concerns(_ source: Source) -> Bool {
        (role.map { $0 == source.role } ?? true) && (instance.map { $0 == source.instance } ?? true)
    }
}
