import SaybusMessages

/// A store of the newest retained message per topic and owner. Pure; bounded in messages and bytes, for each
/// publisher and in all. Times are microseconds of a steady clock.
struct RetainedStore: Sendable {
    struct Key: Hashable, Sendable {
        let topic: Topic
        let owner: Source
    }

    /// The result of storing a message.
    enum Outcome: Sendable, Equatable {
        case kept
        /// The publisher's quota is used up, so the previous message stays.
        case quotaReached
        /// The store is full, even without the messages of lost owners, so the previous message stays.
        case full
    }

    /// The divisor of the store's size for a publisher's quota, which is a quarter of the store.
    static let quotaDivisor = 4
    /// The most runs of one owner whose order is known.
    static let maximumRuns = 8
    /// The time for which the messages of an owner that is lost or has failed are kept: a day. A frozen stage that goes
    /// on does not publish its catalog again, and `saybus status --all` tells of the day's losses.
    static let timeOfGone: Int64 = 86_400_000_000

    private struct Entry {
        let order: UInt64
        /// The account that the message counts against; nil for a message of the broker itself.
        let publisher: String?
        /// The run of the program that the message is of; nil when it is not known.
        let run: UInt32?
        let frames: [[UInt8]]
        let size: Int
    }

    private struct Use {
        var count = 0
        var bytes = 0
    }

    /// The loss or failure of an owner.
    private struct Departure {
        let number: UInt64
        let time: Int64
    }

    private var entries: [Key: Entry] = [:]
    /// The keys of the entries of each owner.
    private var keys: [Source: Set<Key>] = [:]
    /// The runs of the programs that have published as each owner, the first one first.
    private var runs: [Source: [UInt32]] = [:]
    private var uses: [String: Use] = [:]
    /// The owners that are lost or have failed, and of which there are messages. They are few, so that a search for
    /// the one that has been gone longest is fast.
    private var gone: [Source: Departure] = [:]
    private var departures: UInt64 = 0
    private var order: UInt64 = 0
    private var total = Use()
    private let most: Use
    private let maximumGone: Int

    /// Creates an empty store.
    /// - Parameters:
    ///   - maximumCount: The most messages.
    ///   - maximumBytes: The most bytes.
    ///   - maximumGone: The most owners that are lost or have failed whose messages are kept. Each program that joins
    ///     the bus receives them, so instances with ever new names must not accumulate.
    init(maximumCount: Int = 16_384, maximumBytes: Int = 64 << 20, maximumGone: Int = 256) {
        most = Use(count: maximumCount, bytes: maximumBytes)
        self.maximumGone = maximumGone
    }

    var count: Int { total.count }
    var bytes: Int { total.bytes }

    /// Stores a message in place of the previous one of its key.
    /// - Parameter publisher: The account whose quota the message counts against: the owner of the CURVE key,
    ///   or else the header's source. Nil is the broker itself, which has no quota: what it says of a stage counts
    ///   against the account, and is of the run, of the message that it replaces.
    /// - Parameter run: The run of the owner that publishes it; nil when another program does.
    mutating func put(_ frames: [[UInt8]], for key: Key, by publisher: String?, run: UInt32? = nil) -> Outcome {
        let entry = Entry(
            order: order + 1, publisher: publisher ?? entries[key]?.publisher, run: run ?? entries[key]?.run,
            frames: frames, size: frames.reduce(0) { $0 + $1.count })
        if let publisher {
            let quota = Use(count: most.count / Self.quotaDivisor, bytes: most.bytes / Self.quotaDivisor)
            guard fits(entry, in: key, of: uses[publisher] ?? Use(), quota, ifOwn: publisher) else {
                return .quotaReached
            }
        }
        while !fits(entry, in: key, of: total, most, ifOwn: nil) {
            guard let longest = longestGone else { return .full }
            remove(owner: longest)
        }
        order += 1
        if let former = entries.updateValue(entry, forKey: key) {
            add(former, -1)
        } else {
            keys[key.owner, default: []].insert(key)
        }
        add(entry, 1)
        record(run, of: key.owner)
        return .kept
    }

    private mutating func record(_ run: UInt32?, of owner: Source) {
        guard let run, runs[owner]?.contains(run) != true else { return }
        runs[owner, default: []].append(run)
        if runs[owner, default: []].count > Self.maximumRuns { runs[owner]?.removeFirst() }
    }

    /// The owner that has been gone longest.
    private var longestGone: Source? { gone.min { $0.value.number < $1.value.number }?.key }

    private func fits(_ entry: Entry, in key: Key, of use: Use, _ most: Use, ifOwn publisher: String?) -> Bool {
        let old = entries[key].flatMap { publisher == nil || $0.publisher == publisher ? $0 : nil }
        return use.count - (old == nil ? 0 : 1) < most.count
            && use.bytes - (old?.size ?? 0) + entry.size <= most.bytes
    }

    private mutating func add(_ entry: Entry, _ sign: Int) {
        total.count += sign
        total.bytes += sign * entry.size
        guard let publisher = entry.publisher else { return }
        uses[publisher, default: Use()].count += sign
        uses[publisher, default: Use()].bytes += sign * entry.size
        if uses[publisher]?.count == 0 { uses[publisher] = nil }
    }

    mutating func remove(_ key: Key) {
        guard let entry = entries.removeValue(forKey: key) else { return }
        add(entry, -1)
        keys[key.owner]?.remove(key)
        if keys[key.owner]?.isEmpty == true { (keys[key.owner], gone[key.owner], runs[key.owner]) = (nil, nil, nil) }
    }

    /// Removes all messages of an owner.
    mutating func remove(owner: Source) {
        for key in keys[owner] ?? [] { remove(key) }
    }

    /// Removes the messages of one run of an owner, and of former ones, which may have ended without a word. Those of a
    /// successor with the same name stay.
    mutating func remove(owner: Source, run: UInt32) {
        let later = successors(of: run, owner)
        for key in keys[owner] ?? [] {
            // A run that has published nothing to keep has no place in the order.
            let isOwn = entries[key]?.run == nil || entries[key]?.run == run
            let isFormer = runs[owner]?.contains(run) == true && entries[key]?.run.map { later.contains($0) } == false
            if isOwn || isFormer { remove(key) }
        }
    }

    /// Removes what no longer applies after a status: the messages of former runs of its owner, which may have ended
    /// without a word, and the owner's statuses in other sessions. Those of a successor with the same name stay.
    mutating func removeOutdated(by status: Key, run: UInt32) {
        let later = successors(of: run, status.owner)
        for key in keys[status.owner] ?? [] where key != status {
            let other = entries[key]?.run
            if let other, later.contains(other) { continue }
            if other != run || key.topic.kind == status.topic.kind { remove(key) }
        }
    }

    /// Returns whether a later run has published as an owner.
    func hasSuccessor(of run: UInt32, _ owner: Source) -> Bool { !successors(of: run, owner).isEmpty }

    private func successors(of run: UInt32, _ owner: Source) -> ArraySlice<UInt32> {
        runs[owner].map { $0.drop { $0 != run }.dropFirst() } ?? []
    }

    /// Removes all messages of a publisher.
    mutating func remove(publisher: String) {
        for (key, entry) in entries where entry.publisher == publisher { remove(key) }
    }

    /// Records whether an owner is lost or has failed. Its messages then stay until their room is needed, too many
    /// others are gone, or their time is over: see ``expire(now:)``.
    mutating func mark(_ owner: Source, isGone: Bool, now: Int64) {
        guard isGone else {
            gone[owner] = nil
            return
        }
        guard keys[owner] != nil, gone[owner] == nil else { return }
        departures += 1
        gone[owner] = Departure(number: departures, time: now)
        if gone.count > maximumGone, let longest = longestGone { remove(owner: longest) }
    }

    /// Removes the messages of the owners that have been gone for a day.
    mutating func expire(now: Int64) {
        for (owner, departure) in gone where now - departure.time > Self.timeOfGone { remove(owner: owner) }
    }

    /// Returns the messages whose topic begins with a prefix, the oldest first.
    func matching(_ prefix: ArraySlice<UInt8>) -> [[[UInt8]]] {
        entries.values.filter { $0.frames[0].starts(with: prefix) }.sorted { $0.order < $1.order }.map(\.frames)
    }
}
