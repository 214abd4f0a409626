import SaybusMessages

/// What sounds, what waits, and what is to be said about it: the decisions of ``SequencePlayer``, without sound and without time.
///
/// Each session has tracks of its own. A track plays its sequences one after the other. Of several tracks the one with the highest priority
/// sounds; what it holds up goes on afterwards, or sounds on softly beside it. Of two as high, the one that sounds goes on. Every sequence that
/// comes in gets exactly one report that ``AudioPlayback/isOver``.
struct PlayQueue: Sendable {
    /// A sequence that was handed in.
    struct Entry: Sendable, Equatable {
        var id: MessageID
        var session: Session
        var sender: Source?
        var events: [AudioEvent]
        var track = "main"
        var priority = 10
        var policy = AudioSequence.Policy.append
        var reportsItems = false
        var reportsWords = false
        var bargeIn: AudioSequence.BargeIn?
        var bargeInAfterMs = 0

        /// What the sender calls an event.
        func eventID(_ index: Int) -> String? {
            guard events.indices.contains(index), case .speech(let speech) = events[index] else { return nil }
            return speech.id
        }
    }

    /// What to do with a sequence in the mix.
    enum Order: Sendable, Equatable {
        case begin(Entry)
        case hold, release, cut, skip, back
        /// Softly, or no longer so.
        case duck(Bool)
    }

    /// What to do.
    enum Action: Sendable, Equatable {
        case report(AudioPlayback)
        case order(MessageID, Order)
    }

    /// One track of one session.
    struct Lane: Sendable, Hashable {
        var session: Session
        var track: String
    }

    /// Why a track is held on demand.
    enum Pause: Sendable, Equatable {
        case demanded
        /// The user speaks; what he says decides.
        case bargeIn
    }

    struct LaneState: Sendable {
        var current: MessageID?
        var waiting: [(entry: Entry, arrival: Int)] = []
        var pause: Pause?
        var isLive: Bool { current != nil || !waiting.isEmpty }
    }

    /// How many sequences may wait.
    let capacity: Int
    /// Samples a second, to turn samples into milliseconds.
    let rate: Int
    /// Whether a lower track sounds on softly beside a higher one.
    let ducks: Bool
    /// What becomes of sequences that do not say it when the user speaks.
    let bargeIn: AudioSequence.BargeIn

    var lanes: [Lane: LaneState] = [:]
    /// What is in the mix, or has left it and still sounds.
    var performances: [MessageID: PlaybackState] = [:]
    var waitingCount = 0
    private var arrivals = 0

    init(capacity: Int, rate: Int, ducks: Bool = false, bargeIn: AudioSequence.BargeIn = .none) {
        (self.capacity, self.rate, self.ducks, self.bargeIn) = (max(1, capacity), max(1, rate), ducks, bargeIn)
    }

    /// Whether nothing sounds and nothing waits.
    var isIdle: Bool { performances.isEmpty && waitingCount == 0 }

    /// Takes a sequence, by its policy. One that finds no room is reported as skipped; one that is here already changes nothing.
    mutating func add(_ entry: Entry) -> [Action] {
        let lane = Lane(session: entry.session, track: entry.track)
        guard performances[entry.id] == nil, lanes[lane]?.waiting.contains(where: { $0.entry.id == entry.id }) != true
        else { return [] }
        var actions: [Action] = []
        switch entry.policy {
        case .append: break
        case .replace: actions += drop("replaced by a newer sequence") { $0 == lane }
        case .interrupt:
            actions +=
                drop("interrupted by a newer sequence") { $0 == lane } + cut(lane, "interrupted by a newer sequence")
            lanes[lane]?.pause = nil
        }
        guard waitingCount < capacity else {
            return actions + settle() + [
                .report(
                    over(entry, .skipped, "\(capacity) sequences wait already; none is taken until some have played"))
            ]
        }
        lanes[lane, default: LaneState()].waiting.append((entry, arrivals))
        arrivals += 1
        waitingCount += 1
        actions.append(.report(AudioPlayback(sequence: entry.id, state: .queued)))
        return actions + settle()
    }

    /// Drops what waits and cuts what sounds; ends a pause.
    mutating func stop(_ lanes: (Lane) -> Bool, _ reason: String) -> [Action] {
        var actions = drop(reason, lanes)
        for lane in inOrder(lanes) {
            actions += cut(lane, reason)
            self.lanes[lane]?.pause = nil
        }
        return actions + settle()
    }

    /// Goes to the next event, or back.
    mutating func jump(_ lanes: (Lane) -> Bool, forward: Bool) -> [Action] {
        inOrder(lanes).flatMap { lane -> [Action] in
            guard let id = self.lanes[lane]?.current, let playing = performances[id], playing.cut == nil,
                !playing.isSuspended || self.lanes[lane]?.pause != nil
            else { return [] }
            return [.order(id, forward ? .skip : .back)]
        }
    }

    /// Holds tracks. One with nothing to hold is not held.
    mutating func pause(_ lanes: (Lane) -> Bool) -> [Action] {
        for lane in inOrder(lanes) where self.lanes[lane]?.isLive == true { self.lanes[lane]?.pause = .demanded }
        return settle()
    }

    /// Goes on after a pause.
    mutating func resume(_ lanes: (Lane) -> Bool) -> [Action] {
        for lane in inOrder(lanes) { self.lanes[lane]?.pause = nil }
        return settle()
    }

    /// Tracks in the order in which what is on them came.
    func inOrder(_ lanes: (Lane) -> Bool) -> [Lane] {
        self.lanes.keys.filter(lanes).map { (lane: $0, arrival: arrival($0)) }
            .sorted { $0.arrival < $1.arrival }.map(\.lane)
    }

    /// Ends what sounds on a track.
    mutating func cut(_ lane: Lane, _ reason: String) -> [Action] {
        guard let id = lanes[lane]?.current, performances[id]?.cut == nil else { return [] }
        performances[id]?.cut = reason
        return [.order(id, .cut)]
    }

    /// Drops what waits on tracks.
    mutating func drop(
        _ reason: String, if isMeant: (Entry) -> Bool = { _ in true }, _ lanes: (Lane) -> Bool
    ) -> [Action] {
        inOrder(lanes).flatMap { lane -> [Action] in
            let waiting = self.lanes[lane]?.waiting ?? []
            let dropped = waiting.filter { isMeant($0.entry) }
            self.lanes[lane]?.waiting = waiting.filter { !isMeant($0.entry) }
            waitingCount -= dropped.count
            return dropped.map { .report(over($0.entry, .skipped, reason)) }
        }
    }

    /// The end of a sequence that never played.
    func over(_ entry: Entry, _ state: AudioPlayback.State, _ reason: String?) -> AudioPlayback {
        AudioPlayback(sequence: entry.id, state: state, positionMs: 0, reason: reason)
    }

    func arrival(_ lane: Lane) -> Int {
        lanes[lane]?.current.flatMap { performances[$0]?.arrival } ?? lanes[lane]?.waiting.first?.arrival ?? .max
    }
}
