import SaybusMessages
import SaybusSupport

/// Saybus as the base station of the Hermes protocol: what happens on the bus as Hermes messages, and the requests of
/// Hermes apps as messages for the bus. Pure; bounded.
///
/// A site of the protocol is a session of the bus, and a session of the protocol is a dialogue of one or several turns.
/// The intents of Hermes apps are the commands of one remote app; the dispatcher waits for the app's `endSession` or
/// `continueSession` as it does for any remote app.
struct HermesBridge: Sendable {
    /// The most sites with a dialogue or a queue.
    static let maximumSites = 256
    /// The most dialogues that wait at a site.
    static let maximumQueued = 16
    /// The most dialogues that wait at all sites.
    static let maximumWaiting = 256
    /// The most queries and turns of ended sessions that are open.
    static let maximumRequests = 256
    /// The number of ended turns that are remembered at least.
    static let maximumEndedTurns = 1024
    /// The most sounds and texts of Hermes apps that are being played.
    static let maximumPlays = 256
    /// The time within which a Hermes app has to end or continue a dialogue; the dispatcher waits a little longer.
    static let answerTime = Duration.seconds(25)
    /// The time for which the user is listened to.
    static let listenMilliseconds = 8000
    /// The time after which a dialogue that waits for the user or the end of a sound is over.
    static let idleTime = Duration.seconds(60)
    /// The time after the last report on a sound from which nobody waits for its end any more.
    static let maximumSoundTime = Duration.seconds(600)
    /// The largest sound of `playBytes`, in bytes: a minute of 48 kHz in stereo.
    static let maximumBytesPerSound = 12 << 20
    /// The most bytes of all sounds that wait to be played.
    static let maximumSoundBytes = 64 << 20
    /// The longest text of a Hermes app, in characters.
    static let maximumTextLength = 4000

    /// A sound that a Hermes app has asked for, or that the bridge plays for a dialogue.
    enum Play: Sendable, Equatable {
        /// `tts/say`
        case say(id: JSONValue, sessionID: JSONValue)
        /// `playBytes`, from a file
        case bytes(id: String, path: String, size: Int)
        /// The prompt, the notification or the last words of the site's dialogue.
        case dialogue(String)
    }

    struct Site: Sendable, Equatable {
        var dialogue: HermesDialogue?
        var queue: [HermesStart] = []
        /// The reasons for which the wake word is off.
        var offReasons: Set<String> = []
    }

    let configuration: HermesConfiguration
    /// The name of this program on the bus.
    let source: Source?
    /// The sessions that this gateway serves.
    let coverage: SessionScope
    var sites: [Session: Site] = [:]
    var plays: [MessageID: HermesPlayback] = [:]
    /// The beginnings of the recognitions, for the time that they took.
    var ends: [TurnID: ContinuousClock.Instant] = [:]

    /// The open turns beside the sessions of their sites.
    var requests: [TurnID: HermesRequest] = [:]
    /// The turns that have ended, or whose session has ended. A late message of one begins no session.
    var endedTurns = GenerationalCache<TurnID, Void>(capacity: Self.maximumEndedTurns)

    init(_ configuration: HermesConfiguration, source: Source? = nil, coverage: SessionScope = .all) {
        (self.configuration, self.source, self.coverage) = (configuration, source, coverage)
    }

    // MARK: Dialogues

    /// Returns the dialogue of a turn, and begins one for a turn that has none.
    /// - Returns: Nil for a turn that has ended, and when there is no room for a dialogue.
    mutating func dialogue(
        for turn: TurnID, at site: Session, wakeWord: String? = nil, now: ContinuousClock.Instant
    ) -> (HermesDialogue, [HermesAction])? {
        if let request = requests[turn] { return (request.dialogue, []) }
        guard !endedTurns.contains(turn) else { return nil }
        var actions: [HermesAction] = []
        if var running = sites[site]?.dialogue {
            if running.turn == turn { return (running, []) }
            if running.turn == nil, [.listening, .prompt, .notRecognized].contains(running.step) {
                (running.turn, running.step, running.since) = (turn, .turn, now)
                (running.words, running.expected) = ("", nil)
                sites[site]?.dialogue = running
                return (running, [])
            }
            // The user has begun something else. The dispatcher still carries out the turn.
            setAside(running, site)
            actions += end(site, "abortedByUser", now: now, startsNext: false)
        }
        guard sites[site] != nil || sites.count < Self.maximumSites else { return nil }
        let dialogue = HermesDialogue(
            id: "\(site)-\(wakeWord.map(TopicName.level) ?? "turn")-\(turn)", wakeWord: wakeWord, turn: turn,
            step: .turn,
            since: now)
        sites[site, default: Site()].dialogue = dialogue
        return (dialogue, actions + [started(dialogue, site)])
    }

    func started(_ dialogue: HermesDialogue, _ site: Session) -> HermesAction {
        .hermes(
            topic: "hermes/dialogueManager/sessionStarted",
            [
                "sessionId": .string(dialogue.id), "siteId": .string(site.rawValue),
                "customData": dialogue.customData, "lang": .null,
            ])
    }

    /// Ends the dialogue of a site, and begins the next one that waits.
    mutating func end(
        _ site: Session, _ reason: String, error: String? = nil, now: ContinuousClock.Instant, startsNext: Bool = true
    ) -> [HermesAction] {
        guard let dialogue = sites[site]?.dialogue else { return [] }
        sites[site]?.dialogue = nil
        if let turn = dialogue.turn { _ = endedTurns.insert(turn) }
        var actions = withdrawal(dialogue, site)
        if case .app(let command) = dialogue.step {
            actions.append(.respond(CommandResponse(problem: error ?? "the dialogue has ended: \(reason)"), command))
        }
        if let error { actions += problem("dialogueManager", error, site, .string(dialogue.id)) }
        var termination: [String: JSONValue] = ["reason": .string(reason)]
        termination["error"] = error.map(JSONValue.string)
        actions.append(
            .hermes(
                topic: "hermes/dialogueManager/sessionEnded",
                [
                    "sessionId": .string(dialogue.id), "siteId": .string(site.rawValue),
                    "customData": dialogue.customData, "termination": .object(termination),
                ]))
        if startsNext, sites[site]?.queue.isEmpty == false, let next = sites[site]?.queue.removeFirst() {
            actions += begin(next, site, now: now)
        }
        if let left = sites[site], left == Site() { sites[site] = nil }
        return actions
    }

    /// Ends the sessions that wait too long.
    mutating func tick(_ now: ContinuousClock.Instant) -> [HermesAction] {
        var actions: [HermesAction] = []
        for (site, state) in sites.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            guard let dialogue = state.dialogue else { continue }
            let waited = now - dialogue.since
            switch dialogue.step {
            case .app where waited > Self.answerTime, .notRecognized where waited > Self.answerTime:
                actions += end(
                    site, "timeout", error: "no Hermes app has ended or continued the session in time", now: now)
            case .listening where waited > .milliseconds(Self.listenMilliseconds + 2000):
                actions += end(site, "timeout", now: now)
            case .elsewhere where waited > Self.idleTime * 10, .prompt where waited > Self.idleTime * 10,
                .farewell where waited > Self.idleTime * 10,
                .turn where waited > Self.idleTime * 10, .listenAfterTurn where waited > Self.idleTime * 10:
                actions += end(site, "timeout", now: now)
            default: break
            }
        }
        actions += tickRequests(now) + tickPlays(now)
        ends = ends.filter { now - $0.value < Self.idleTime }
        return actions
    }
}
