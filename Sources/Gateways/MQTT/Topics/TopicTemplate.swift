import SaybusMessages

/// A template of MQTT topics with `{kind}` and `{session}`, each a level of its own, such as
/// `saybus/session/{session}/{kind}`. Pure.
public struct TopicTemplate: Sendable, Equatable, CustomStringConvertible {
    /// A level of the topic.
    private enum Level: Sendable, Equatable {
        case fixed(String)
        case kind
        case session
    }

    /// The template as it was written.
    public let description: String
    private let levels: [Level]

    /// Reads a template.
    /// - Parameters:
    ///   - text: The template, such as `saybus/{session}/{kind}`.
    ///   - needsBoth: Whether `{kind}` and `{session}` must both occur, since a topic must tell them.
    /// - Throws: ``MQTTError`` with code `bad-setting`.
    public init(_ text: String, needsBoth: Bool = true) throws(MQTTError) {
        func wrong(_ why: String) -> MQTTError {
            MQTTError(
                .badSetting,
                "\"\(text.shortened(to: 100))\" is no template of topics: \(why); write for example saybus/session/{session}/{kind}"
            )
        }
        guard !text.isEmpty, text.utf8.count <= 256 else { throw wrong("it has 1 to 256 bytes") }
        var levels: [Level] = []
        for level in text.split(separator: "/", omittingEmptySubsequences: false) {
            switch level {
            case "{kind}": levels.append(.kind)
            case "{session}": levels.append(.session)
            default:
                guard !level.contains(where: { "{}+#".contains($0) }), !level.unicodeScalars.contains("\0") else {
                    throw wrong("\"\(level)\" is neither {kind}, nor {session}, nor a name without + and #")
                }
                levels.append(.fixed(String(level)))
            }
        }
        for place in [Level.kind, .session] where levels.count(where: { $0 == place }) > 1 {
            throw wrong("a place occurs twice")
        }
        if needsBoth, !levels.contains(.kind) || !levels.contains(.session) {
            throw wrong("{kind} and {session} must be levels of it")
        }
        guard !text.hasPrefix("$") else { throw wrong("topics with $ belong to the broker") }
        (description, self.levels) = (text, levels)
    }

    /// Returns the topic of a kind in a session.
    public func topic(_ kind: Kind, _ session: Session) -> String {
        levels.map { level in
            switch level {
            case .fixed(let text): text
            case .kind: kind.rawValue
            case .session: session.rawValue
            }
        }.joined(separator: "/")
    }

    /// The filter of all topics of the template.
    var filter: String {
        levels.map { if case .fixed(let text) = $0 { text } else { "+" } }.joined(separator: "/")
    }

    /// Returns the kind and the session of a topic; nil for a topic of another form. A place that the template lacks
    /// is nil.
    func parse(_ topic: String) -> (kind: Kind?, session: Session?)? {
        let parts = topic.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == levels.count else { return nil }
        var (kind, session): (Kind?, Session?)
        for (level, part) in zip(levels, parts) {
            switch level {
            case .fixed(let text): guard part == text else { return nil }
            case .kind:
                guard let found = Kind(rawValue: String(part)) else { return nil }
                kind = found
            case .session:
                guard let found = Session(rawValue: String(part)) else { return nil }
                session = found
            }
        }
        return (kind, session)
    }
}
