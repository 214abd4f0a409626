import SaybusMessages

/// An event for the listening task, handled between two blocks of audio.
enum ListenEvent: Sendable {
    /// A request to start or stop listening.
    case request(Message<ListenRequest>)
    /// A recognizer's result for a turn so far.
    case recognized(TurnID, RecognizedSoFar)
    /// Audio on its way to a loudspeaker.
    case playing(LoudspeakerChunk)
    /// Another listener of the group has opened a turn.
    case claimed(TurnClaim)
    /// The push-to-talk key was pressed.
    case key

    /// Whether the event starts or stops listening, or may end a turn. It is handled at once, even while there is no
    /// audio.
    var isUrgent: Bool {
        switch self {
        case .request, .key, .claimed: true
        case .recognized, .playing: false
        }
    }

    /// Converts a partial result; nil when its times are missing or invalid.
    static func recognized(_ partial: Message<SpeechPartial>) -> ListenEvent? {
        guard let turn = partial.header.turn, let processed = partial.body.heardMs, let end = partial.body.wordsEndMs,
            (0...Self.maximumTimeMs).contains(processed), (0...Self.maximumTimeMs).contains(end)
        else { return nil }
        return .recognized(
            turn,
            RecognizedSoFar(
                isComplete: partial.body.isComplete, mayGoOn: partial.body.mayGoOn,
                heard: PCMFormat.speech.samples(.milliseconds(processed)),
                wordsEnd: PCMFormat.speech.samples(.milliseconds(end))))
    }

    /// Converts the first channel of a chunk of a loudspeaker's audio.
    static func playing(_ message: Message<AudioOutput>) -> ListenEvent {
        let chunk = message.body
        let (all, channels) = (PCM.samples(chunk.samples), chunk.format.channels)
        let samples = channels == 1 ? all : (0..<all.count / channels).map { all[$0 * channels] }
        return .playing(
            LoudspeakerChunk(
                samples: samples, rate: chunk.format.rate, isLast: chunk.isLast, source: message.header.source,
                sent: message.header.at, arrived: WallClock.microseconds()))
    }

    /// The longest valid time in a partial result: one hour, which is longer than any turn.
    private static let maximumTimeMs = 3_600_000
}
