import SaybusMessages

/// What a recording holds of one turn: what was said, understood and done, how it ended, and when. Pure: messages go in.
///
/// Times are the broker's, one clock for all stages; in microseconds of Unix time.
struct RecordedTurn: Sendable, Equatable {
    /// A command with its parameters, as an intent or an invocation names it.
    struct Call: Sendable, Equatable, CustomStringConvertible {
        let app: String
        let type: String
        /// The values, as text.
        let parameters: [String: String]

        init(app: String, type: String, parameters: [String: Parameter]) {
            (self.app, self.type) = (app, type)
            self.parameters = parameters.mapValues { $0.value.description }
        }

        /// `kitchen: SetTimer(minutes=10)`.
        var description: String {
            let pairs = parameters.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
            return "\(app): \(type)(\(pairs.joined(separator: ", ")))"
        }
    }

    let recording: Int64
    let turn: TurnID
    let session: Session
    /// The turn of another recording that was played again in this one.
    private(set) var replays: TurnID?
    /// The first message.
    private(set) var began: Int64
    private(set) var speechEnded: Int64?
    /// Whether the listener wanted no words of it.
    private(set) var isWithdrawn = false
    /// Chunks of sound that came, and how many of them were left out of the recording.
    private(set) var chunks = 0
    private(set) var chunksLeftOut = 0
    /// The first transcript; what came of later ones is a repetition.
    private(set) var transcript: SpeechTranscript?
    private(set) var transcribed: Int64?
    private(set) var intent: SpeechIntent?
    private(set) var understood: Int64?
    private(set) var commands: [Call] = []
    private(set) var invoked: Int64?
    private(set) var soundStarted: Int64?
    private(set) var end: TurnEnded?
    private(set) var ended: Int64?

    init(_ first: StoredMessage, turn: TurnID) {
        (recording, self.turn, session) = (first.recording, turn, first.message.header.session)
        began = first.time
    }

    /// Takes a message of the turn. One whose body is not as its kind says is passed over.
    mutating func add(_ stored: StoredMessage) {
        let header = stored.message.header
        let time = stored.time
        began = min(began, time)
        replays = replays ?? header.replays
        guard stored.fate == .delivered else { return }
        switch header.kind {
        case AudioInput.kind:
            chunks += 1
            if stored.isBodyLeftOut { chunksLeftOut += 1 }
        case SpeechEnded.kind where speechEnded == nil:
            speechEnded = time
            isWithdrawn = (try? stored.message.decode(SpeechEnded.self).body.reason) == .withdrawn
        case SpeechTranscript.kind where transcript == nil:
            guard let message = try? stored.message.decode(SpeechTranscript.self) else { return }
            (transcript, transcribed) = (message.body, time)
        case SpeechIntent.kind where intent == nil:
            guard let message = try? stored.message.decode(SpeechIntent.self) else { return }
            (intent, understood) = (message.body, time)
        case CommandInvoked.kind:
            guard let body = try? stored.message.decode(CommandInvoked.self).body else { return }
            // What stands in a file may be anything: a turn has a handful of commands.
            guard commands.count < 100 else { return }
            commands.append(Call(app: body.app, type: body.type, parameters: body.parameters))
            invoked = invoked ?? time
        case AudioPlayback.kind where soundStarted == nil:
            guard let body = try? stored.message.decode(AudioPlayback.self).body, body.state == .started else { return }
            soundStarted = time
        case TurnEnded.kind where end == nil:
            guard let message = try? stored.message.decode(TurnEnded.self) else { return }
            (end, ended) = (message.body, time)
        default: break
        }
    }

    /// The best hypothesis; nil when nothing was understood.
    var call: Call? {
        intent?.hypotheses.first.map { Call(app: $0.app, type: $0.type, parameters: $0.parameters) }
    }

    /// When the user had said all: the end of speech, or the typed text; in a replay from later on, the intent.
    var inputEnded: Int64? { speechEnded ?? transcribed ?? understood }

    /// Whether it was played from its intent on, so that nobody had to transcribe anything.
    var beginsWithIntent: Bool { replays != nil && transcript == nil && intent != nil }

    /// Whether it began as text rather than as sound.
    var isTyped: Bool { chunks == 0 && speechEnded == nil }

    /// Microseconds that a step took; nil when the turn has not got so far.
    func latency(_ step: Step) -> Int? {
        let times: (Int64?, Int64?) =
            switch step {
            case .transcript: (speechEnded, transcribed)
            case .intent: (transcribed, understood)
            case .command: (inputEnded, invoked)
            case .sound: (inputEnded, soundStarted)
            case .turn: (inputEnded, ended)
            }
        guard let from = times.0, let to = times.1 else { return nil }
        return WallClock.elapsed(from: from, to: to)
    }

    /// Steps of a turn whose time is worth knowing.
    enum Step: String, Sendable, CaseIterable {
        /// From the end of speech to the transcript.
        case transcript
        /// From the transcript to the intent.
        case intent
        /// From what was said to the first command.
        case command
        /// From what was said to the first sound of the answer.
        case sound
        /// From what was said to the turn's end.
        case turn
    }
}
