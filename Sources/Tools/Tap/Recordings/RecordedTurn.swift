import SaybusMessages

/// One turn of a recording: transcript, intent, commands, outcome and times. Pure: messages go in.
///
/// Times come from the broker's stamps, one clock for all stages, in microseconds of Unix time.
struct RecordedTurn: Sendable, Equatable {
    /// A command with its parameters, as an intent or an invocation names it.
    struct Call: Sendable, Equatable, CustomStringConvertible {
        let app: String
        let type: String
        /// The parameter values as text.
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
    /// The recorded turn that this turn replays; nil for a turn of its own.
    private(set) var replays: TurnID?
    /// The time of the first message.
    private(set) var began: Int64
    private(set) var hasSpeechStart = false
    private(set) var speechEnded: Int64?
    /// Whether the listen stage withdrew the utterance, so that it is not transcribed.
    private(set) var isWithdrawn = false
    /// The number of audio chunks.
    private(set) var chunks = 0
    /// The number of chunks that were recorded without their audio.
    private(set) var chunksLeftOut = 0
    /// The number of chunks that the listen stage has published, as the end of speech says.
    private var publishedChunks = 0

    /// The number of chunks that the recording lacks.
    var missingChunks: Int { max(0, publishedChunks - chunks) }
    /// The first transcript; later ones are repetitions.
    private(set) var transcript: SpeechTranscript?
    private(set) var transcribed: Int64?
    private(set) var intent: SpeechIntent?
    private(set) var understood: Int64?
    private(set) var commands: [Call] = []
    private(set) var invoked: Int64?
    private(set) var soundStarted: Int64?
    private(set) var end: TurnEnded?
    private(set) var ended: Int64?
    /// Whether nothing but its end was recorded: the turn is older than the recording, and a dispatcher that took over
    /// has published its end again.
    private(set) var hasEndOnly = true

    init(_ first: StoredMessage, turn: TurnID) {
        (recording, self.turn, session) = (first.recording, turn, first.message.header.session)
        began = first.time
    }

    /// Adds a message of the turn. A message with an invalid body is ignored.
    mutating func add(_ stored: StoredMessage) {
        let header = stored.message.header
        let time = stored.time
        began = min(began, time)
        replays = replays ?? header.replays
        if header.kind != TurnEnded.kind { hasEndOnly = false }
        guard stored.fate == .delivered else { return }
        switch header.kind {
        case SpeechStarted.kind: hasSpeechStart = true
        case AudioInput.kind:
            chunks += 1
            if stored.isBodyLeftOut { chunksLeftOut += 1 }
        case SpeechEnded.kind where speechEnded == nil:
            speechEnded = time
            let body = try? stored.message.decode(SpeechEnded.self).body
            // A program may have published any number.
            (isWithdrawn, publishedChunks) = (body?.reason == .withdrawn, max(0, body?.chunks ?? 0))
        case SpeechTranscript.kind where transcript == nil:
            guard let message = try? stored.message.decode(SpeechTranscript.self) else { return }
            (transcript, transcribed) = (message.body, time)
        case SpeechIntent.kind where intent == nil:
            guard let message = try? stored.message.decode(SpeechIntent.self) else { return }
            (intent, understood) = (message.body, time)
        case CommandInvoked.kind:
            guard let body = try? stored.message.decode(CommandInvoked.self).body else { return }
            // Bounds the memory for a file with arbitrary content; a real turn has only a few commands.
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

    /// The best hypothesis; nil if nothing was understood.
    var call: Call? {
        intent?.hypotheses.first.map { Call(app: $0.app, type: $0.type, parameters: $0.parameters) }
    }

    /// The end of the user's input: the end of speech, or the typed transcript; the intent in a replay that
    /// begins there.
    var inputEnded: Int64? { speechEnded ?? transcribed ?? understood }

    /// Whether the turn is a replay that begins with the intent, without a transcript.
    var beginsWithIntent: Bool { replays != nil && transcript == nil && intent != nil }

    /// Whether the turn began with typed text rather than speech.
    var isTyped: Bool { chunks == 0 && speechEnded == nil }

    /// Returns the microseconds of a step; nil if the turn lacks the step's start or end.
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

    /// The measured steps of a turn.
    enum Step: String, Sendable, CaseIterable {
        /// From the end of speech to the transcript.
        case transcript
        /// From the transcript to the intent.
        case intent
        /// From the end of the input to the first command.
        case command
        /// From the end of the input to the first sound of the answer.
        case sound
        /// From the end of the input to the turn's end.
        case turn
    }
}
