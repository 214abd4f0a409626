import SaybusBus
import SaybusMessages
import SaybusPhrases
import SaybusStage

/// The sentences that the assistant is saying or has just said, by session, to detect transcripts of its own voice.
struct OwnSentences: Sendable {
    /// The time after a sentence's end in which its echo may still be transcribed, in microseconds.
    static let echoWindow: Int64 = 5_000_000
    /// The time after which a sentence without a reported end counts as over, in microseconds.
    static let maximumDuration: Int64 = 600_000_000
    /// The maximum number of sentences kept.
    static let maximumCount = 64

    private struct Sentence {
        let id: MessageID
        let session: Session
        let text: String
        let publishedAt: Int64
        /// The audio stage that says the sentence; nil before the start.
        var player: ProgramRun?
        var endedAt: Int64?

        var isSounding: Bool { player != nil && endedAt == nil }

        /// Returns whether no echo of the sentence can be transcribed any more.
        func isOutdated(at time: Int64) -> Bool {
            // The times come from other programs, and may be any numbers.
            let (age, overflows) = time.subtractingReportingOverflow(endedAt ?? publishedAt)
            if overflows { return time >= 0 }
            return age > OwnSentences.echoWindow + (endedAt == nil ? OwnSentences.maximumDuration : 0)
        }
    }

    private var sentences: [Sentence] = []

    /// Processes a message with a sequence or its playback status, or the status of a stage.
    mutating func apply(_ raw: RawMessage, from bus: Bus) {
        switch raw.header.kind {
        case AudioSequence.kind:
            guard let text = bus.read(raw, as: AudioSequence.self)?.body.spokenText else { return }
            add(raw.header, text)
        case AudioPlayback.kind:
            if let playback = bus.read(raw, as: AudioPlayback.self) { apply(playback) }
        // Each stage sends one a second. One that cannot be read is counted elsewhere.
        case StageStatus.kind where sentences.contains(where: \.isSounding):
            if let status = try? raw.decode(StageStatus.self) { apply(status) }
        default: break
        }
    }

    mutating func add(_ header: Header, _ text: String) {
        guard !text.isEmpty, !sentences.contains(where: { $0.id == header.id }) else { return }
        sentences.append(Sentence(id: header.id, session: header.session, text: text, publishedAt: header.at))
        if sentences.count > Self.maximumCount { sentences.removeFirst() }
    }

    mutating func apply(_ message: Message<AudioPlayback>) {
        let (header, playback) = (message.header, message.body)
        guard playback.item == nil, let index = sentences.firstIndex(where: { $0.id == playback.sequence }) else {
            return
        }
        if playback.state == .started { sentences[index].player = ProgramRun(header) }
        if playback.isOver { sentences[index].endedAt = header.at }
    }

    /// Ends the sentences of an audio stage that is gone or was started again, because it will not report their ends.
    mutating func apply(_ message: Message<StageStatus>) {
        for index in sentences.indices
        where sentences[index].isSounding && sentences[index].player?.playbackLoss(by: message) != nil {
            sentences[index].endedAt = message.header.at
        }
    }

    /// Returns whether a transcript repeats a sentence that was playing at a time or shortly before it. Removes
    /// outdated sentences.
    mutating func isEcho(_ text: String, in session: Session, at time: Int64) -> Bool {
        sentences.removeAll { $0.isOutdated(at: time) }
        return OwnSpeech.repeats(
            text, spoken: sentences.filter { $0.session == session && $0.player != nil }.map(\.text))
    }
}
