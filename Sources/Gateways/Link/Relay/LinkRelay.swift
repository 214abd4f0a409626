import SaybusMessages

/// The decisions of a link. Pure: time is passed in as microseconds of a steady clock, and actions are returned.
protocol LinkRelay: Sendable {
    /// The kinds to which the link subscribes on its own bus.
    var kinds: Set<Kind> { get }
    /// The counters of the line.
    var counters: LinkCounters { get set }
    /// The number of messages that wait for a stream.
    var waiting: Int { get }
    /// The turns that other sites' recognizers have, or that this site's recognizers have for others.
    var turnCount: Int { get }

    /// Handles a message of the bus, also one that was received before.
    mutating func receive(_ message: RawMessage, life: Int64, now: Int64) -> [LinkAction]
    /// Handles a message of the line.
    mutating func receive(_ message: LineMessage, now: Int64, life: (Header) -> Int64) -> [LinkAction]
    /// Records that the line works.
    mutating func connected(now: Int64) -> [LinkAction]
    /// Records that the line is cut.
    mutating func disconnected(_ reason: String, now: Int64) -> [LinkAction]
    /// Records that a stream has a message.
    mutating func stored(_ id: MessageID, isDuplicate: Bool) -> [LinkAction]
    /// Records that no stream takes a message.
    mutating func notStored(_ id: MessageID, _ reason: String, now: Int64) -> [LinkAction]
    /// Records the answer to a request; nil when nobody serves the role.
    mutating func answered(_ request: RequestID, by site: SiteName?, now: Int64) -> [LinkAction]
    /// Records that recognizers elsewhere work on turns, with the number of messages that they have of each.
    mutating func beat(_ site: SiteName, _ received: [TurnID: Int], now: Int64) -> [LinkAction]
    /// Records the catalogs that a site which serves this one knows of it.
    mutating func listed(_ known: [LinkSubject], now: Int64) -> [LinkAction]
    /// Records what a site that serves this one refuses.
    mutating func told(_ problem: String, by site: SiteName, now: Int64)
    /// Records that a site's consumer has been made, or cannot be made.
    mutating func prepared(_ site: SiteName, problem: String?, now: Int64) -> [LinkAction]
    /// Records by how many microseconds another site's clock is ahead.
    mutating func measured(_ offset: Int64, of site: SiteName, roundTrip: Int64, now: Int64)
    /// Records by how many microseconds this site's clock was set forward.
    mutating func clockWasSet(by change: Int64, now: Int64)
    /// Returns the due actions.
    mutating func tick(now: Int64, isBehind: Bool) -> [LinkAction]
    /// Takes no more turns.
    mutating func drain() -> [LinkAction]
    /// Publishes again what this site's broker has forgotten in a restart.
    mutating func busReturned() -> [LinkAction]
}

extension SiteRelay: LinkRelay {
    var waiting: Int { stores.count }
    var turnCount: Int { turns.count + transcripts.count }
    mutating func prepared(_ site: SiteName, problem: String?, now: Int64) -> [LinkAction] { [] }
}

extension WorkerRelay: LinkRelay {
    var waiting: Int { stores.count }
    mutating func disconnected(_ reason: String, now: Int64) -> [LinkAction] { disconnected(now: now) }
    mutating func answered(_ request: RequestID, by site: SiteName?, now: Int64) -> [LinkAction] { [] }
    mutating func beat(_ site: SiteName, _ received: [TurnID: Int], now: Int64) -> [LinkAction] { [] }
    mutating func listed(_ known: [LinkSubject], now: Int64) -> [LinkAction] { [] }
    mutating func told(_ problem: String, by site: SiteName, now: Int64) {}
    mutating func measured(_ offset: Int64, of site: SiteName, roundTrip: Int64, now: Int64) {}
    mutating func clockWasSet(by change: Int64, now: Int64) {}
}
