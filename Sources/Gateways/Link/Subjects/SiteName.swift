import SaybusMessages

/// The name of a site: 1 to 24 letters, digits, hyphens and underscores.
///
/// On other sites, a session or an instance is called `<site>..<name>`. A site's name has no dots, so that the two can
/// be told apart again. A name with two dots belongs to another site, and its messages are never sent on.
public struct SiteName: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The name.
    public let rawValue: String

    /// The most characters.
    public static let maximumLength = 24
    /// The text between a site's name and a name of the site.
    static let separator = ".."

    /// Creates a name; nil for other characters or another length.
    public init?(rawValue: String) {
        guard (1...Self.maximumLength).contains(rawValue.utf8.count), SubjectToken.escaped(rawValue) == rawValue else {
            return nil
        }
        self.rawValue = rawValue
    }

    /// The name.
    public var description: String { rawValue }

    /// Returns the name of a session elsewhere; nil when it is too long, or the session itself comes from elsewhere.
    func qualified(_ session: Session) -> Session? {
        guard !Self.isForeign(session.rawValue) else { return nil }
        return Session(rawValue: rawValue + Self.separator + session.rawValue)
    }

    /// Returns the site and the session of a session of another site; nil for one of this site.
    static func parts(of session: Session) -> (site: SiteName, session: Session)? {
        guard let middle = session.rawValue.firstRange(of: separator),
            let site = SiteName(rawValue: String(session.rawValue[..<middle.lowerBound])),
            let own = Session(rawValue: String(session.rawValue[middle.upperBound...]))
        else { return nil }
        return (site, own)
    }

    /// Returns whether a name of a session or an instance is that of another site.
    static func isForeign(_ name: String) -> Bool { name.contains(separator) }

    /// The roles that receivers look for in the source of a message. Others become those of the link.
    private static let keptRoles: Set<Role> = [.transcribe, .intent]

    /// Returns the publisher's name elsewhere.
    func qualified(_ source: Source) -> Source? {
        let isKept = Self.keptRoles.contains(source.role)
        let name = isKept ? source.instance : "\(source.role).\(source.instance)"
        return Source(
            role: isKept ? source.role : LinkStage.role,
            instance: String((rawValue + Self.separator + name).prefix(64)))
    }
}
