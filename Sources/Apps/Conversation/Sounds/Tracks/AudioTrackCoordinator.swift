import SaybusBus
import SaybusMessages

/// Holds the tracks, decides which of them may sound, and tells what was heard.
///
/// Completions come from the audio stage's reports: they say what the user has heard, not what was sent.
@ConversationActor
public final class AudioTrackCoordinator {
    /// How a sequence ended.
    enum End: Sendable, Equatable {
        /// Heard to its end.
        case heard
        /// Not heard, or not to its end, for this reason.
        case unheard(String)
    }

    private struct Entry {
        var sequence: PlayingSequence
        let turn: ConversationTurn?
        let track: AudioTrackIdentifier
        var sentAt: Int64?
        /// Whether the app itself wants it no more: that is no failure.
        var isCancelled = false
        let completion: (@ConversationActor (End) -> Void)?
        /// Ends it when nobody says that it is over.
        let limit = LimitTimer()
    }

    /// How long a sequence may be with nobody who has it: a little longer than the bus offers it.
    static let patienceToBegin = Duration.seconds(12)
    /// How long one may sound: longer than any, so that a report that got lost holds a track up, and not for ever.
    static let patienceToEnd = Duration.seconds(600)

    private(set) var machine = TrackMachine()
    private var entries: [MessageID: Entry] = [:]
    private var tracks: [AudioTrackIdentifier: AudioTrack] = [:]
    private var early: [TrackMachine.Action] = []
    private weak var transport: (any AudioTransport)?

    /// A coordinator without tracks.
    public init() {}

    /// Makes a track, or changes its priority; of two, the one with the higher number sounds first.
    @discardableResult
    public func registerTrack(_ identifier: AudioTrackIdentifier, priority: Int) -> AudioTrack {
        let track = tracks[identifier] ?? AudioTrack(identifier, of: self)
        tracks[identifier] = track
        perform(machine.register(identifier, priority: priority))
        return track
    }

    /// Takes a track away; what waits on it is not heard.
    public func unregisterTrack(_ identifier: AudioTrackIdentifier) {
        tracks[identifier] = nil
        perform(machine.unregister(identifier))
    }

    /// A track by its name; nil when there is none.
    public func track(_ identifier: AudioTrackIdentifier) -> AudioTrack? { tracks[identifier] }

    /// Holds all tracks, whatever their priorities.
    public func suspendTracks() { perform(machine.suspend()) }

    /// Lets the tracks sound again, by their priorities.
    public func resumeTracks() { perform(machine.resume()) }

    // MARK: For the manager

    func connect(_ transport: any AudioTransport) {
        self.transport = transport
        let actions = early
        early = []
        perform(actions)
    }

    @discardableResult
    func play(
        _ sequence: AudioEventSequence, on track: AudioTrackIdentifier,
        turn: ConversationTurn? = ConversationTurn.current,
        completion: (@ConversationActor (End) -> Void)? = nil
    ) -> MessageID {
        let id = MessageID()
        let playing = PlayingSequence(sequence.items, on: track)
        let turn = turn?.isEnded == true ? nil : turn
        entries[id] = Entry(sequence: playing, turn: turn, track: track, completion: completion)
        turn?.opened(id, text: playing.wire.spokenText)
        guard machine.focus.knows(track) else {
            transport?.warn("there is no track \(track): what is posted for it is not heard")
            over(id, nil)
            return id
        }
        guard !playing.wire.events.isEmpty else {
            if !sequence.items.isEmpty { transport?.warn("an event on the track \(track) has nothing to play") }
            over(id, nil)
            return id
        }
        perform(machine.add(id, to: track))
        return id
    }

    func cancelAll(_ track: AudioTrackIdentifier) {
        for (id, entry) in entries where entry.track == track { entries[id]?.isCancelled = true }
        perform(machine.cancelAll(track))
    }

    func note(_ message: Message<AudioPlayback>) {
        let playback = message.body
        guard var entry = entries[playback.sequence] else { return }
        let ended = entry.sequence.note(message)
        entries[playback.sequence] = entry
        if let problem = playback.fileProblem(in: entry.sequence.wire.events) { transport?.warn(problem) }
        for (completion, outcome) in ended { completion(outcome) }
        guard playback.item == nil, playback.isOver else { return }
        switch playback.state {
        case .finished: over(playback.sequence, nil)
        case .interrupted: over(playback.sequence, playback.reason ?? "it was interrupted")
        default: over(playback.sequence, entry.sequence.isExcused ? nil : playback.reason ?? "it was skipped")
        }
    }

    /// An audio stage says that it has a sequence.
    func note(receipt header: Header) {
        for cause in header.causes { entries[cause]?.sequence.taken(by: header) }
    }

    /// A player that is gone, or has started anew, will not report the end of what it had taken.
    func note(_ message: Message<StageStatus>) {
        let status = message.body
        guard status.role == "audio", let player = Source(role: status.role, instance: status.instance) else { return }
        let isGone = status.state.isGone
        let isAnew = !isGone && message.header.source == player
        let why = isGone ? "is \(status.state.rawValue)" : "was started again"
        for (id, entry) in entries where entry.sequence.player == player {
            if isGone || isAnew && entry.sequence.run != message.header.run {
                over(id, "the audio stage \(player.instance) \(why)")
            }
        }
    }

    /// Whether nothing sounds or waits.
    var isIdle: Bool { entries.isEmpty }

    /// Nobody took a sequence in time; the bus has ended its turn.
    func expired(_ sequence: MessageID, _ reason: String) {
        guard let entry = entries[sequence] else { return }
        entry.turn?.expired()
        over(sequence, reason)
    }

    /// The conversation is over, and all that sounds or waits with it. What completions post meanwhile waits for the next conversation.
    func close() {
        transport = nil
        machine.clear()
        for id in entries.keys { over(id, "the app ends") }
    }

    private func over(_ id: MessageID, _ unheard: String?) {
        guard var entry = entries.removeValue(forKey: id) else { return }
        entry.limit.stop()
        let ended = entry.sequence.over(unheard: unheard)
        let actions = machine.ended(id)
        for (completion, outcome) in ended { completion(outcome) }
        entry.completion?(unheard.map { .unheard($0) } ?? .heard)
        let started = entry.sequence.startedAt
        let audio = started.flatMap { started in entry.sentAt.map { WallClock.elapsed(from: $0, to: started) } }
        // Last, so that what a completion posts still belongs to the turn.
        entry.turn?.closed(id, unheard: entry.isCancelled ? nil : unheard, audio: audio)
        perform(actions)
    }

    private func limit(_ id: MessageID, _ timer: LimitTimer) {
        timer.start(Self.patienceToBegin) { [weak self] in
            guard let self, let entry = entries[id] else { return }
            guard entry.sequence.player != nil else {
                return over(id, "no audio stage has taken it within \(Self.patienceToBegin.inWords)")
            }
            timer.start(Self.patienceToEnd) { [weak self] in
                self?.over(id, "no word of its end came within \(Self.patienceToEnd.inWords)")
            }
        }
    }

    private func perform(_ actions: [TrackMachine.Action]) {
        guard let transport else {
            early += actions
            return
        }
        for action in actions { perform(action, transport) }
    }

    private func perform(_ action: TrackMachine.Action, _ transport: any AudioTransport) {
        do {
            switch action {
            case .send(let id, _, let priority):
                guard let entry = entries[id] else { return }
                var wire = entry.sequence.wire
                wire.priority = priority
                do {
                    entries[id]?.sentAt = try transport.send(wire, id: id, turn: entry.turn).at
                    limit(id, entry.limit)
                } catch {
                    over(id, "\(error)")
                }
            case .drop(let id, let reason): over(id, reason)
            case .stop(let track): try transport.control(AudioControl(.stop, track: track.name))
            case .pause: try transport.control(AudioControl(.pause))
            case .resume: try transport.control(AudioControl(.resume))
            }
        } catch {
            transport.warn("the audio stage cannot be told: \(error)")
        }
    }
}
