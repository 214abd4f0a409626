import SaybusBus
import SaybusMessages
import SaybusSupport

/// The decisions of a site's link: the site has the listeners, the app and the loudspeaker, and recognizers elsewhere
/// take its turns. Pure: time is passed in as microseconds of a steady clock, and actions are returned.
///
/// On the site's bus the link stands for the stages that it uses: it has a status as `transcribe` and as `intent`. When
/// the line is cut, or nobody serves the role, the stand-in fails, and the site's own recognizers on standby take over.
struct SiteRelay: Sendable {
    /// The settings of a site's link.
    struct Settings: Sendable, Equatable {
        var site: SiteName
        /// The roles that recognizers elsewhere fill.
        var roles: Set<Role> = []
        /// Further kinds that go to other sites.
        var sends: Set<Kind> = []
        /// Further kinds that are taken from other sites.
        var accepts: Set<Kind> = []
        /// The only sessions that cross; nil means all.
        var sessions: Set<Session>?
        /// The sessions of the link's stand-ins.
        var coverage = SessionScope.all
        /// The line's name in sentences.
        var line = "the line"
        /// The link's own name as a stage.
        var instance: String
    }

    /// A transcript that waits for its intent.
    struct WaitingTranscript: Sendable {
        let header: Header
        let deadline: Int64
        /// The time from which it is late, for the first time or since the last question.
        var late: Int64
    }

    /// Microseconds after which the intent of a transcript is late: then the link asks whether somebody serves the
    /// role.
    static let lateness: Int64 = 2_000_000

    /// Microseconds before the publisher's deadline at which the link ends a turn itself, so that the reason names the
    /// line.
    static let headStart: Int64 = 300_000

    let settings: Settings
    var roles: [Role: RoleService]
    var turns: [TurnID: RemoteTurn] = [:]
    var transcripts: [MessageID: WaitingTranscript] = [:]
    var inFlight = InFlightDeliveries()
    var stores = StoreQueue()
    var numbers: RelayedSequences
    var presence = Presence()
    var counters = LinkCounters()
    /// The turns whose sound was left to this site's own recognizer: a transcript from elsewhere is late.
    var turnsLeftToSite = GenerationalCache<TurnID, Bool>(capacity: 4096)
    /// The turns that have ended: further messages of them are late.
    var endedTurns = GenerationalCache<TurnID, Bool>(capacity: 4096)
    /// The turns of this site's bus: those of another site with the same name are left to it.
    var ownTurns = GenerationalCache<TurnID, Bool>(capacity: 4096)
    /// The time of the first connection; nil before.
    private(set) var firstConnection: Int64?
    /// The transcripts whose intents have come.
    var answeredTranscripts = HandledMessages(capacity: 4096)
    /// The messages from elsewhere that were taken.
    var handledMessages = HandledMessages()
    /// The turns that other sites know, and whose end these must get.
    var turnsKnownElsewhere = GenerationalCache<TurnID, Bool>(capacity: 4096)
    /// The newest catalog of each app and session, to be sent again to a server that has lost its streams.
    var catalogs: [String: LineMessage] = [:]
    /// The subjects of ``catalogs`` that have no commands.
    var withdrawnCatalogs: Set<String> = []
    /// Whether a catalog has found no room: its app is here, and may be known elsewhere.
    var lacksCatalogs = false
    /// The newest catalog of each instance of an app.
    var catalogInstances = CatalogInstances()
    /// The ids under which catalogs cross that came back after they had been withdrawn, by their own ids.
    var renewedCatalogs = GenerationalCache<MessageID, MessageID>(capacity: SiteRelay.maximumCatalogs)
    /// The ids of ``catalogs`` that a stream has acknowledged since the line was connected.
    var keptCatalogs: Set<MessageID> = []
    /// The ids of ``catalogs`` that wait for room in the queue.
    var catalogsWithoutRoom: Set<MessageID> = []
    /// Microseconds by which the clocks of the recognizers elsewhere are ahead of this site's.
    private(set) var clockOffset: Int64 = 0
    /// Whether no more turns are taken.
    var isDraining = false
    private(set) var isConnected = false
    /// The reason why the line is cut; nil when it is not.
    var cut: String? = SiteRelay.notYet
    /// The reason before the first connection.
    static let notYet = "no NATS server has answered yet"

    /// Creates a relay.
    init(_ settings: Settings, run: UInt32) {
        self.settings = settings
        numbers = RelayedSequences(run: run)
        let asked = settings.roles.isEmpty ? [WorkerRelay.anyRole] : settings.roles
        roles = Dictionary(uniqueKeysWithValues: asked.map { ($0, RoleService()) })
    }

    /// Returns whether the link stands in for a role now.
    func isActive(_ role: Role) -> Bool { roles[role]?.isReady ?? false }

    /// Returns whether a session crosses.
    func crosses(_ session: Session) -> Bool {
        settings.sessions?.contains(session) ?? true && settings.site.qualified(session) != nil
    }

    // MARK: The line

    /// Records that the line works.
    mutating func connected(now: Int64) -> [LinkAction] {
        (isConnected, cut) = (true, nil)
        firstConnection = firstConnection ?? now
        counters.connections += 1
        // A server that was replaced has no catalogs.
        keptCatalogs = []
        let again = storeCatalogs(now: now)
        for (id, turn) in turns where !turn.isTranscribed { turns[id]?.nextOffer = now }
        for role in roles.keys { roles[role]?.connected(now: now) }
        return again + tick(now: now)
    }

    /// Records that the line is cut.
    mutating func disconnected(_ reason: String, now: Int64) -> [LinkAction] {
        (isConnected, cut) = (false, reason)
        for (id, turn) in turns where !turn.isTranscribed {
            turns[id]?.assignment = .none
            turns[id]?.nextOffer = now
        }
        for role in roles.keys { roles[role]?.disconnected(now: now) }
        return tick(now: now)
    }

    /// Records that a stream has a message.
    mutating func stored(_ id: MessageID, isDuplicate: Bool) -> [LinkAction] {
        guard stores.stored(id, isDuplicate: isDuplicate, &counters) else { return [] }
        if catalogs.values.contains(where: { $0.fields[.messageID] == id.description }) { keptCatalogs.insert(id) }
        return []
    }

    /// Records that no stream takes a message.
    mutating func notStored(_ id: MessageID, _ reason: String, now: Int64) -> [LinkAction] {
        stores.refused("no stream takes the messages of \(settings.site): \(reason)", at: now, &counters)
        return []
    }

    /// Records the answer to a request; nil when nobody serves the role.
    mutating func answered(_ request: RequestID, by site: SiteName?, now: Int64) -> [LinkAction] {
        switch request {
        case .question(let role):
            guard let service = roles[role] else { return [] }
            // The site that serves the role makes the streams: until now there may have been none for the catalogs.
            let isNew = site != nil && service.server == nil && isConnected
            roles[role]?.answered(site, now: now)
            return (isNew ? storeCatalogs(now: now) : []) + updateStandIns(now: now)
        case .offer(let id):
            guard var turn = turns[id], turn.assignment == .none, !turn.isTranscribed else { return [] }
            guard let site else {
                roles[.transcribe]?.answered(nil, now: now)
                turn.nextOffer = now + RemoteTurn.offerPause
                turns[id] = turn
                return updateStandIns(now: now)
            }
            (turn.assignment, turn.lastBeat) = (.site(site), now)
            turns[id] = turn
            counters.turns += 1
            return turn.messages.compactMap { send($0, to: site) }
        }
    }

    /// The least difference of clocks that is corrected: a smaller one may be the line's own time.
    static let minimumOffset: Int64 = 200_000
    /// The difference of clocks that is shown as a problem.
    static let shownOffset: Int64 = 5_000_000

    /// Records the time at a site that serves this one.
    /// - Parameters:
    ///   - offset: Microseconds by which its clock is ahead.
    ///   - roundTrip: Microseconds that the question took.
    mutating func measured(_ offset: Int64, of site: SiteName, roundTrip: Int64, now: Int64) {
        guard roundTrip < 2_000_000 else { return }
        correct(offset, atLeast: max(Self.minimumOffset, roundTrip))
        if clockOffset.magnitude >= UInt64(Self.shownOffset) {
            counters.record(
                "the clocks of \(settings.site) and \(site) differ by \(clockOffset / 1_000_000) s; times are corrected",
                at: now)
        }
    }

    /// Corrects the difference of clocks at once, as this site's clock was set, and asks for the time again.
    /// - Parameter change: Microseconds by which it was set forward.
    mutating func clockWasSet(by change: Int64, now: Int64) {
        correct(clockOffset.subtractingReportingOverflow(change).partialValue, atLeast: Self.minimumOffset)
        for role in roles.keys { roles[role]?.ask(now: now) }
    }

    private mutating func correct(_ offset: Int64, atLeast least: Int64) {
        // The time comes from another site, and may be any number; the least one has no opposite.
        let offset = max(offset, -Int64.max)
        clockOffset = offset.magnitude >= UInt64(least) ? offset : 0
    }

    /// Returns a header with its times by the clocks elsewhere, or back.
    func shifted(_ header: Header, by offset: Int64) -> Header {
        guard offset != 0 else { return header }
        var header = header
        header.at = header.at.addingReportingOverflow(offset).partialValue
        header.deadline = header.deadline.map { $0.addingReportingOverflow(offset).partialValue }
        return header
    }

    /// Records that recognizers elsewhere work on turns.
    mutating func beat(_ site: SiteName, _ received: [TurnID: Int], now: Int64) -> [LinkAction] {
        var actions: [LinkAction] = []
        for (id, count) in received {
            guard let turn = turns[id], turn.assignment == .site(site) else { continue }
            turns[id]?.lastBeat = now
            // A part of the turn was lost on the line, such as in the moment of a reconnection.
            if turn.deadline != nil, count < turn.count, turns[id]?.repeats(now: now) == true {
                actions += turn.messages.compactMap { send($0, to: site) }
            }
        }
        return actions
    }

    /// Records what a site that serves this one refuses.
    mutating func told(_ problem: String, by site: SiteName, now: Int64) {
        counters.record("\(site) says: \(problem.shortened(to: 300).safeForTerminal)", at: now)
    }

    /// Returns the message of a turn's part for a recognizer elsewhere.
    mutating func send(_ message: RawMessage, to receiver: SiteName) -> LinkAction? {
        guard let line = line(message, to: receiver.rawValue) else { return nil }
        counters.sent += 1
        return .send(line)
    }

    /// Returns a message of this site for the line; nil for a session that does not cross, or a name that is too long.
    mutating func line(_ message: RawMessage, to receiver: String, app: String? = nil) -> LineMessage? {
        let header = message.header
        guard
            let subject = LinkSubject(.say, settings.site, header.kind, header.session, app: app)
        else { return nil }
        return LinkEnvelope.line(
            shifted(numbers.renumbered(header, to: receiver), by: clockOffset), message.body, subject,
            origin: settings.site)
    }
}
