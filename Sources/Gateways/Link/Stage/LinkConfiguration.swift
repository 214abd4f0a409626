import SaybusMessages

/// The configuration of the link stage.
public struct LinkConfiguration: Sendable {
    /// The connection.
    var settings: NATSSettings
    /// This site.
    public var site: SiteName
    /// The roles that recognizers of other sites fill here.
    public var uses: Set<Role> = []
    /// The roles that the recognizers here fill for other sites.
    public var serves: Set<Role> = []
    /// Further kinds that go to other sites.
    public var sends: Set<Kind> = []
    /// Further kinds that are taken from other sites.
    public var accepts: Set<Kind> = []
    /// The only sessions of this site that cross; nil means all.
    public var sessions: Set<Session>?
    /// The only sites that are served; nil means all.
    public var sites: Set<SiteName>?
    /// The shares of the sessions whose turns are taken; nil means all.
    public var share: BucketShare?
    /// Whether the streams that the link makes are kept in memory.
    public var keepsInMemory = false
    /// The number of servers of a cluster that keep the streams.
    public var replicas = 1

    /// Whether a server on another machine may accept clients without authentication.
    public var trustsAnyServer = false

    /// The roles that can be filled elsewhere.
    public static let roles: Set<Role> = [.transcribe, .intent]
    /// The kinds that do not cross beyond the turns that recognizers elsewhere take: those by which the programs of one
    /// bus coordinate.
    private static let local: Set<Kind> = [
        Barrier.kind, Refusal.kind, Receipt.kind, StageStatus.kind, Catalog.kind, SpeechTranscript.kind,
        SpeechIntent.kind, TurnEnded.kind, MQTTPublish.kind,
    ]

    /// Creates a configuration.
    public init(settings: NATSSettings, site: SiteName) { (self.settings, self.site) = (settings, site) }

    /// Returns the site of a name.
    /// - Throws: ``LinkError`` with code `bad-setting`.
    public static func site(_ name: String) throws(LinkError) -> SiteName {
        guard let site = SiteName(rawValue: name) else {
            throw LinkError(
                .badSetting,
                "\"\(name.shortened(to: 80))\" is no site: it has 1 to \(SiteName.maximumLength) letters a to z, digits, hyphens and underscores"
            )
        }
        return site
    }

    /// Returns the kinds of a list of names.
    /// - Throws: ``LinkError`` with code `bad-setting` for names that are no kinds, and for kinds that do not cross.
    public static func kinds(_ names: [String]) throws(LinkError) -> Set<Kind> {
        var kinds: Set<Kind> = []
        for name in names {
            guard let kind = Kind(rawValue: name), !kind.isShadow, MessageCatalog.type(of: kind) != nil else {
                throw LinkError(
                    .badSetting, "\"\(name.shortened(to: 80))\" is no kind of Saybus; saybus schema lists them")
            }
            guard !local.contains(kind) else {
                throw LinkError(
                    .badSetting,
                    "\(kind) crosses only with a turn that recognizers elsewhere take: see --use and --serve")
            }
            kinds.insert(kind)
        }
        return kinds
    }
}
