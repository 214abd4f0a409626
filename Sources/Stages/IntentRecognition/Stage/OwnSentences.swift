import SaybusBus
import SaybusMessages
import SaybusPhrases

/// What the assistant says and has just said, by session: so that a transcript of the loudspeaker is not taken for the user's.
struct OwnSentences: Sendable {
    /// How long after its end a sentence may still come back as a transcript, in microseconds.
    static let echo: Int64 = 5_000_000
    /// How long one may sound whose end is never told, in microseconds.
    static let longest: Int64 = 600_000_000
    /// How many are remembered.
    static let most = 64

    private struct Sentence {
        let id: MessageID
        let session: Session
        let text: String
        let since: Int64
        var hasStarted = false
        var over: Int64?
    }

    private var sentences: [Sentence] = []

    /// Takes a sequence, or a report on one.
    mutating func note(_ raw: RawMessage, from bus: Bus) {
        if raw.header.kind == AudioSequence.kind {
            guard let text = bus.read(raw, as: AudioSequence.self)?.body.spokenText else { return }
            note(raw.header, text)
        } else if let playback = bus.read(raw, as: AudioPlayback.self)?.body {
            note(playback, at: raw.header.at)
        }
    }

    mutating func note(_ header: Header, _ text: String) {
        guard !text.isEmpty, !sentences.contains(where: { $0.id == header.id }) else { return }
        sentences.append(Sentence(id: header.id, session: header.session, text: text, since: header.at))
        if sentences.count > Self.most { sentences.removeFirst() }
    }

    mutating func note(_ playback: AudioPlayback, at time: Int64) {
        guard playback.item == nil, let index = sentences.firstIndex(where: { $0.id == playback.sequence }) else {
            return
        }
        if playback.state == .started { sentences[index].hasStarted = true }
        if playback.isOver { sentences[index].over = time }
    }

    /// Whether a transcript is of words that sounded just then.
    mutating func contain(_ text: String, in session: Session, at time: Int64) -> Bool {
        sentences.removeAll { time > ($0.over ?? $0.since + Self.longest) + Self.echo }
        return OwnSpeech.repeats(
            text, spoken: sentences.filter { $0.session == session && $0.hasStarted }.map(\.text))
    }
}
