import SaybusMessages

/// The subject of a message between sites: `say.<site>.<kind>.<bucket>.<session>` from a site, and
/// `hear.<site>.<kind>.<bucket>.<session>` to it, or `live.<site>.…` for what no stream keeps. Pure.
///
/// A site publishes below `say.<site>` only, and subscribes below the other two only. A site that serves others does
/// the opposite. The server's permissions enforce that. So no program receives its own messages, and no site hears
/// another one.
///
/// The bucket is that of the session's name elsewhere, which contains the site: a thousand sites with the session
/// `default` spread over all buckets.
struct LinkSubject: Sendable, Hashable, CustomStringConvertible {
    /// The direction of a message.
    enum Direction: String, Sendable {
        /// A message from the site.
        case say
        /// A message to the site, by a stream.
        case hear
        /// A message to the site that is delivered at once or never.
        case live
    }

    var direction: Direction
    var site: SiteName
    var kind: Kind
    var session: Session
    /// The name of the app in the subject of a catalog, so that a stream keeps the newest one of each; nil for others.
    var app: String?

    /// The longest subject, in bytes. A server cuts the line of a client whose subject, answer's subject and sizes are
    /// together longer than 4096.
    static let maximumLength = 1024

    /// Creates a subject; nil when it, or the session's name elsewhere, would be too long.
    init?(_ direction: Direction, _ site: SiteName, _ kind: Kind, _ session: Session, app: String? = nil) {
        guard site.qualified(session) != nil else { return nil }
        (self.direction, self.site, self.kind, self.session) = (direction, site, kind, session)
        self.app = app
        guard app == nil || description.utf8.count <= Self.maximumLength else { return nil }
    }

    /// Reads a subject; nil when it is too long, a part is missing or malformed, or the bucket is not that of the
    /// session.
    init?(_ text: String) {
        guard text.utf8.count <= Self.maximumLength else { return nil }
        var tokens = text.split(separator: ".", omittingEmptySubsequences: false)[...]
        guard tokens.count >= 5, let direction = tokens.popFirst().flatMap({ Direction(rawValue: String($0)) }),
            let site = tokens.popFirst().flatMap({ SiteName(rawValue: String($0)) })
        else { return nil }
        var app: String?
        if tokens.first?.elementsEqual(Catalog.kind.rawValue) == true {
            guard tokens.count == 4, let last = tokens.popLast(), let name = SubjectToken.name(last) else { return nil }
            app = name
        }
        guard let session = tokens.popLast().flatMap({ SubjectToken.name($0) }).flatMap(Session.init(rawValue:)),
            let bucket = tokens.popLast(), let kind = Kind(rawValue: tokens.joined(separator: ".")),
            let qualified = site.qualified(session), bucket == Self.hex(qualified.bucket)
        else { return nil }
        (self.direction, self.site, self.kind, self.session, self.app) = (direction, site, kind, session, app)
    }

    /// The subject as text.
    var description: String {
        "\(direction.rawValue).\(site).\(kind).\(bucket).\(SubjectToken.escaped(session.rawValue))"
            + (app.map { ".\(SubjectToken.escaped($0))" } ?? "")
    }

    private var bucket: String { Self.hex(site.qualified(session)?.bucket ?? 0) }

    /// The filter of the messages of the session whose kinds have two words.
    var sessionFilter: String {
        "\(direction.rawValue).\(site).*.*.\(bucket).\(SubjectToken.escaped(session.rawValue))"
    }

    /// Returns the subject of the offer of a turn to the recognizers of a role.
    func offer(_ role: Role) -> String {
        "say.\(site).link.offer.\(role).\(bucket).\(SubjectToken.escaped(session.rawValue))"
    }

    static func hex(_ bucket: UInt8) -> String { (bucket < 16 ? "0" : "") + String(bucket, radix: 16) }
}

extension LinkSubject {
    /// The parts of an offer's subject.
    struct Offer: Sendable, Hashable {
        var role: Role
        /// A subject of the session, of which only site and session count.
        var place: LinkSubject

        /// Reads a subject; nil when it is no offer.
        init?(_ text: String) {
            let tokens = text.split(separator: ".", omittingEmptySubsequences: false)
            guard tokens.count == 7, tokens[0] == "say", tokens[2] == "link", tokens[3] == "offer",
                let place = LinkSubject("say.\(tokens[1]).\(SpeechStarted.kind).\(tokens[5]).\(tokens[6])")
            else { return nil }
            (role, self.place) = (Role(String(tokens[4])), place)
        }

        /// Returns the filter of the offers to a role, in all buckets or in one.
        static func filter(_ role: Role, bucket: UInt8? = nil) -> String {
            "say.*.link.offer.\(role).\(bucket.map(LinkSubject.hex) ?? "*").*"
        }
    }

    /// Returns the subject of the question whether somebody serves a role.
    static func question(_ site: SiteName, _ role: Role) -> String { "say.\(site).link.ask.\(role)" }

    /// Returns the filter of the questions for a role.
    static func questions(_ role: Role) -> String { "say.*.link.ask.\(role)" }

    /// Returns the subject of the beats to a site, which show that its turns are in work.
    static func beats(_ site: SiteName) -> String { "live.\(site).link.beat" }
}
