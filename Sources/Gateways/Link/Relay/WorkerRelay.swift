import SaybusBus
import SaybusMessages
import SaybusSupport

/// The decisions of a link whose site serves others: it has recognizers, which take the turns of other sites. Pure:
/// time is passed in as microseconds of a steady clock, and actions are returned.
///
/// On this site's bus, the turns of others are turns as any others, in sessions that begin with the name of their site.
struct WorkerRelay: Sendable {
    /// The settings of a serving link.
    struct Settings: Sendable, Equatable {
        var site: SiteName
        /// The roles that the recognizers here fill for other sites.
        var roles: Set<Role> = []
        /// Further kinds that are taken from other sites.
        var accepts: Set<Kind> = []
        /// Further kinds that go to other sites, in the sessions of those.
        var sends: Set<Kind> = []
        /// The sites that are served; nil means all.
        var sites: Set<SiteName>?
        /// The line's name in sentences.
        var line = "the line"
    }

    /// A session of another site with turns in work.
    struct RemoteSession: Sendable {
        /// The turns in work, with the number of their messages and the time of the last one.
        var turns: [TurnID: (count: Int, last: Int64)] = [:]
    }

    /// A transcript that has been taken from the stream, whose result has not been sent yet.
    struct TakenTranscript: Sendable {
        let turn: TurnID?
        var reply: String
        let expires: Int64
    }

    /// Microseconds without a message after which a turn is forgotten.
    static let turnLife: Int64 = 30_000_000
    /// The most turns of other sites at once; further offers are left to others.
    static let maximumTurns = 2048
    /// The most turns of one site at once, twice as many as a site offers by speech: a site that ends none of its turns
    /// locks out nobody else. Further ones wait.
    static let maximumTurnsPerSite = 128
    /// Microseconds between two problems that a site is told, and between two lists of its catalogs.
    static let problemPause: Int64 = 1_000_000
    /// The most bytes of a list of a site's catalogs: fewer than the site reads.
    private static let maximumListBytes = 16_000

    let settings: Settings
    var remoteSessions: [LinkSubject: RemoteSession] = [:]
    var transcripts: [MessageID: TakenTranscript] = [:]
    var inFlight = InFlightDeliveries()
    var stores = StoreQueue()
    /// The messages of this site that get a receipt when a stream has them.
    var receipts: [MessageID: Header] = [:]
    var numbers: RelayedSequences
    var presence = Presence()
    var counters = LinkCounters()
    var handledMessages = HandledMessages(capacity: 32_768)
    /// The messages of this site that streams have taken.
    var delivered = HandledMessages()
    /// The catalogs of other sites.
    var catalogs = SharedCatalogs()
    /// The sites whose consumers have been made.
    var prepared: Set<SiteName> = []
    /// The questions of sites whose consumers are being made.
    var preparing: [SiteName: [String]] = [:]
    /// The runs of the sites' links.
    var siteRuns = SiteRuns()
    /// The times at which sites were told a problem.
    private var toldAt = GenerationalCache<SiteName, Int64>(capacity: 4096)
    /// The times at which sites were sent the list of their catalogs.
    private var listedAt = GenerationalCache<SiteName, Int64>(capacity: 4096)
    /// The roles that are offered now.
    var serving: Set<Role> = []
    private var isDraining = false
    private(set) var isConnected = false

    /// Creates a relay.
    init(_ settings: Settings, run: UInt32) {
        self.settings = settings
        numbers = RelayedSequences(run: run)
    }

    /// The number of turns of other sites in work.
    var turnCount: Int { remoteSessions.values.reduce(0) { $0 + $1.turns.count } }

    /// The number of turns of a site in work.
    func turnCount(of site: SiteName) -> Int {
        remoteSessions.reduce(0) { $0 + ($1.key.site == site ? $1.value.turns.count : 0) }
    }

    /// Tells a site what is refused to it, so that its own link shows it.
    mutating func tell(_ site: SiteName, _ problem: String, now: Int64) -> [LinkAction] {
        if let last = toldAt[site], now - last < Self.problemPause { return [] }
        toldAt[site] = now
        let fields: [LineMessage.Field: String] = [.site: settings.site.rawValue, .problem: problem]
        return [.send(LineMessage(subject: LinkSubject.beats(site), fields: fields))]
    }

    /// Sends a site the list of its catalogs that are known here, if it has fewer: it withdraws the others.
    mutating func listCatalogs(of site: SiteName, beyond count: Int, now: Int64) -> [LinkAction] {
        guard catalogs.count(of: site) > count else { return [] }
        if let last = listedAt[site], now - last < Self.problemPause { return [] }
        listedAt[site] = now
        var body: [UInt8] = []
        for subject in catalogs.subjects(of: site) {
            let line = Array("\(subject)\n".utf8)
            if body.count + line.count <= Self.maximumListBytes { body += line }
        }
        let fields: [LineMessage.Field: String] = [.site: settings.site.rawValue]
        return [.send(LineMessage(subject: LinkSubject.beats(site), fields: fields, body: body))]
    }

    /// Records that the line works.
    mutating func connected(now: Int64) -> [LinkAction] {
        isConnected = true
        // A server that was replaced has no consumers.
        (prepared, preparing) = ([], [:])
        counters.connections += 1
        stores.reconnected(now: now)
        // One that libnats had given up was made anew, and has no subscriptions.
        return remoteSessions.keys.map { LinkAction.subscribe($0.sessionFilter) } + tick(now: now)
    }

    /// Records that the line is cut.
    mutating func disconnected(now: Int64) -> [LinkAction] {
        isConnected = false
        return []
    }

    /// Records that a stream has a message.
    mutating func stored(_ id: MessageID, isDuplicate: Bool) -> [LinkAction] {
        guard stores.stored(id, isDuplicate: isDuplicate, &counters) else { return [] }
        _ = delivered.insert(id)
        guard let header = receipts.removeValue(forKey: id) else { return [] }
        return finish(header) + (MessageCatalog.type(of: header.kind)?.delivery == nil ? [] : [.receipt(header)])
    }

    /// Acknowledges the transcripts that a stored message answers.
    private mutating func finish(_ header: Header) -> [LinkAction] {
        transcripts.filter { id, taken in
            header.causes.contains(id)
                || (header.kind == TurnEnded.kind && taken.turn != nil && taken.turn == header.turn)
        }.flatMap { id, taken -> [LinkAction] in
            transcripts[id] = nil
            return [.answer(LinkAction.acknowledged, to: taken.reply)]
        }
    }

    /// Records that no stream takes a message.
    mutating func notStored(_ id: MessageID, _ reason: String, now: Int64) -> [LinkAction] {
        stores.refused("no stream takes the answers for other sites: \(reason)", at: now, &counters)
        return []
    }

    /// Records that a site's consumer has been made, or cannot be made.
    mutating func prepared(_ site: SiteName, problem: String?, now: Int64) -> [LinkAction] {
        let waiting = preparing.removeValue(forKey: site) ?? []
        if let problem {
            counters.record("nothing can be kept for \(site): \(problem)", at: now)
            return []
        }
        prepared.insert(site)
        return waiting.map { .accept(to: $0) }
    }

    /// The most sites that are prepared at once.
    static let maximumPreparing = 4096
    /// The most questions of a site that wait.
    static let maximumQuestions = 16

    /// Makes the consumer of a site, unless that was done.
    /// - Parameter reply: The subject of a question that waits for it.
    mutating func prepare(_ site: SiteName, reply: String? = nil) -> [LinkAction] {
        guard !prepared.contains(site) else { return [] }
        if var questions = preparing[site] {
            if let reply, questions.count < Self.maximumQuestions { questions.append(reply) }
            preparing[site] = questions
            return []
        }
        guard preparing.count < Self.maximumPreparing else { return [] }
        preparing[site] = reply.map { [$0] } ?? []
        return [.prepare(site)]
    }

    /// Returns whether a site is served.
    func serves(_ site: SiteName) -> Bool { settings.sites?.contains(site) ?? true && site != settings.site }

    /// Sends again, forgets what has ended, and tells other sites that their turns are in work.
    mutating func tick(now: Int64, isBehind: Bool = false) -> [LinkAction] {
        counters.tick(now)
        var actions = serve() + catalogs.takeChanged().map { .inject($0) }
        let (again, expired) = stores.tick(now: now, isConnected: isConnected)
        actions += again.map { .store($0.1, $0.0) }
        for id in expired {
            receipts[id] = nil
            counters.dropped += 1
        }
        actions += inFlight.tick(now: now, isBehind: isBehind)
        for (id, taken) in transcripts where taken.expires <= now {
            transcripts[id] = nil
            actions.append(.answer(LinkAction.terminated, to: taken.reply))
        }
        var beats: [SiteName: [String]] = [:]
        for (place, remote) in remoteSessions {
            for (id, turn) in remote.turns {
                if now - turn.last >= Self.turnLife {
                    remoteSessions[place]?.turns[id] = nil
                } else {
                    beats[place.site, default: []].append("\(id) \(turn.count)")
                }
            }
            actions += leave(place)
        }
        guard isConnected else { return actions }
        for (site, turns) in beats.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            actions.append(
                .send(
                    LineMessage(
                        subject: LinkSubject.beats(site), fields: [.site: settings.site.rawValue],
                        body: Array(turns.prefix(256).joined(separator: "\n").utf8))))
        }
        return actions
    }

    /// Ends the subscription to a session without turns in work.
    mutating func leave(_ place: LinkSubject) -> [LinkAction] {
        guard let remote = remoteSessions[place], remote.turns.isEmpty else { return [] }
        remoteSessions[place] = nil
        return [.unsubscribe(place.sessionFilter)]
    }

    /// Takes no more turns.
    mutating func drain() -> [LinkAction] {
        isDraining = true
        return serve()
    }

    /// Offers the roles that recognizers here can fill now, and no others.
    mutating func serve() -> [LinkAction] {
        var actions: [LinkAction] = []
        for role in settings.roles.sorted() {
            let isReady = isConnected && !isDraining && presence.isReady(role) && turnCount < Self.maximumTurns
            guard isReady != serving.contains(role) else { continue }
            if isReady { serving.insert(role) } else { serving.remove(role) }
            actions.append(.serve(role, isReady))
        }
        return actions
    }
}
