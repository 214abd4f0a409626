import SaybusMessages

/// A spoken turn that a recognizer elsewhere transcribes, as the site sees it. Pure. Times are microseconds of a steady
/// clock.
struct RemoteTurn: Sendable {
    /// The recognizer's answer to the offer.
    enum Assignment: Sendable, Equatable {
        /// Nobody has answered yet.
        case none
        /// A site has taken the turn.
        case site(SiteName)
    }

    /// The most bytes of one turn that are kept: two minutes of sound.
    static let maximumBytes = 4 << 20
    /// Microseconds after which an unanswered offer is made again.
    static let offerPause: Int64 = 1_000_000
    /// Microseconds of silence after which another recognizer gets the turn.
    static let silence: Int64 = 3_000_000
    /// Microseconds after which a turn whose parts were lost is sent again, the first time. Each further pause is twice
    /// as long: a server that refuses a part refuses it every time.
    static let firstRepeatPause: Int64 = 500_000
    /// Microseconds after the end of speech after which the turn ends without a transcript: less than the ten seconds
    /// of the listen stage, so that the reason names the line.
    static let timeout: Int64 = 9_500_000
    /// Microseconds without a message of its listener, which has not ended it, after which a turn ends: more than the
    /// ten seconds of a recognizer, which would end it first.
    static let abandonTime: Int64 = 15_000_000

    let session: Session
    var assignment = Assignment.none {
        didSet { if assignment != oldValue { (nextRepeat, repeatPause) = (.min, Self.firstRepeatPause) } }
    }
    /// All messages of the turn so far, for the site that takes it, and for a second one.
    private(set) var messages: [RawMessage] = []
    private var ids: Set<MessageID> = []
    private var bytes = 0
    private var nextRepeat = Int64.min
    private var repeatPause = Self.firstRepeatPause
    /// The time of the next offer while nobody has the turn.
    var nextOffer: Int64
    /// The time at which the recognizer was heard of last.
    var lastBeat: Int64 = 0
    /// The time at which the listener's last message was taken.
    private var lastPart: Int64
    /// The time at which the turn ends without a transcript; nil while the user speaks.
    var deadline: Int64?
    /// Whether the transcript has arrived.
    var isTranscribed = false
    /// Whether the turn has an id of a transcript that a recognizer elsewhere still has to understand.
    var transcript: Header?

    init(_ session: Session, now: Int64) { (self.session, nextOffer, lastPart) = (session, now, now) }

    /// Adds a message.
    /// - Returns: Whether it is new and has room.
    mutating func add(_ message: RawMessage, now: Int64) -> Bool {
        guard !isTranscribed, bytes + message.body.count + 512 <= Self.maximumBytes,
            ids.insert(message.header.id).inserted
        else { return false }
        bytes += message.body.count + 512
        messages.append(message)
        lastPart = now
        return true
    }

    /// Returns whether the listener has gone in mid-speech.
    func isAbandoned(at now: Int64) -> Bool {
        deadline == nil && !isTranscribed && now - lastPart >= Self.abandonTime
    }

    /// Decides whether the whole turn is sent again, because its recognizer has fewer messages of it.
    mutating func repeats(now: Int64) -> Bool {
        guard nextRepeat <= now else { return false }
        nextRepeat = now + repeatPause
        repeatPause *= 2
        return true
    }

    /// The number of messages of the turn.
    var count: Int { messages.count }

    /// Drops the sound, since its transcript has arrived.
    mutating func transcribed() {
        isTranscribed = true
        (messages, ids, bytes) = ([], [], 0)
    }
}
