import Metrics
import SaybusBus
import SaybusMessages
import SaybusTelemetry

/// The metrics of turns, recorded when a stage publishes a step of one.
public struct TurnMetrics: Sendable {
    static let started = MetricDescription(
        "saybus_turns_started_total", .counter, ["role", "activation"],
        "Turns that began with speech: after a wake-word, at a request, as a barge-in, or by speech alone.")
    static let wakeWords = MetricDescription(
        "saybus_wake_words_total", .counter, ["wake_word"], "Wake words that began a turn.")
    static let ended = MetricDescription(
        "saybus_turns_ended_total", .counter, ["role", "outcome"], "Turns that this program ended, by their outcome.")
    static let speech = MetricDescription(
        "saybus_speech_duration_seconds", .histogram, [], "Duration of a turn's speech.",
        bounds: [0.25, 0.5, 1, 1.5, 2, 3, 4, 6, 8, 12, 20, 30])
    static let transcripts = MetricDescription(
        "saybus_transcripts_total", .counter, ["engine", "result"],
        "Transcripts, by result: text, silence, unrecognized or failed.")
    static let missingChunks = MetricDescription(
        "saybus_audio_chunks_missing_total", .counter, [], "Chunks of turns' audio that did not reach the recognizer.")
    static let stage = MetricDescription(
        "saybus_stage_duration_seconds", .histogram, ["role", "kind"],
        "Time from the message that a stage answers to its answer, by the answer's kind: audio.playback is the first sound."
    )
    static let turn = MetricDescription(
        "saybus_turn_duration_seconds", .histogram, ["outcome"], "Time from a turn's beginning to its end.",
        bounds: [0.1, 0.25, 0.5, 1, 1.5, 2, 3, 4, 6, 8, 12, 20, 30, 60])
    static let response = MetricDescription(
        "saybus_turn_response_seconds", .histogram, [],
        "Time from the end of the user's speech to the first sound of the answer.",
        bounds: [0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.75, 1, 1.5, 2, 3, 5, 10])
    /// The work of a recognizer in relation to the speech; 1 is as long as it lasts.
    public static let realTimeFactor = MetricDescription(
        "saybus_engine_real_time_factor", .histogram, ["engine"],
        "Time that an engine worked on a turn, divided by the duration of its speech.",
        bounds: [0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1, 1.5, 2, 5, 10])

    /// All metrics of turns.
    public static let all = [
        started, wakeWords, ended, speech, transcripts, missingChunks, stage, turn, response, realTimeFactor,
    ]

    /// The kinds that are steps of a turn.
    static let kinds: [any BusMessage.Type] = [
        SpeechStarted.self, SpeechEnded.self, SpeechTranscript.self, SpeechIntent.self, CommandInvoked.self,
        CommandResponse.self, AudioPlayback.self, TurnEnded.self,
    ]

    /// The most microseconds from a message to its answer: an hour. More is the error of a program's own clock.
    private static let maximumTime = 3_600_000_000

    private let role: Role
    private let factory: any MetricsFactory

    /// Creates metrics.
    /// - Parameters:
    ///   - role: The stage's role.
    ///   - factory: The backend that keeps them.
    init(role: Role, factory: any MetricsFactory) { (self.role, self.factory) = (role, factory) }

    /// Records a message that the stage has published.
    func record(_ body: any BusMessage, _ header: Header, answering: Header?) {
        switch body {
        case let started as SpeechStarted:
            let activation = started.wakeWord == nil ? started.occasion?.rawValue ?? "speech" : "wake-word"
            count(Self.started, [("role", role.rawValue), ("activation", activation)])
            if let word = started.wakeWord { count(Self.wakeWords, [("wake_word", word)]) }
        case let ended as SpeechEnded: observe(Self.speech, Double(ended.durationMs) / 1000)
        case let transcript as SpeechTranscript:
            count(
                Self.transcripts,
                [("engine", transcript.engine), ("result", transcript.emptyReason?.rawValue ?? "text")])
            if let missing = transcript.missingChunks { count(Self.missingChunks, by: missing) }
            observeStage(header, answering)
        case let playback as AudioPlayback:
            if playback.state == .started, playback.item == nil { observeStage(header, answering) }
        case let ended as TurnEnded: record(ended, header)
        default: observeStage(header, answering)
        }
    }

    private func record(_ ended: TurnEnded, _ header: Header) {
        count(Self.ended, [("role", role.rawValue), ("outcome", ended.outcome.rawValue)])
        if let turn = header.turn, let time = turn.seconds(until: header.at) {
            observe(Self.turn, time, [("outcome", ended.outcome.rawValue)])
        }
        // Without sound in and out there is no response to speak of.
        if ended.timings["transcribe"] != nil, ended.timings["audio"] != nil {
            // The times follow from those in messages of other programs, so their sum may be beyond all integers.
            observe(Self.response, ended.timings.values.reduce(0.0) { $0 + Double($1) } / 1_000_000)
        }
    }

    private func observeStage(_ header: Header, _ answering: Header?) {
        guard let answering else { return }
        let time = WallClock.elapsed(from: answering.at, to: header.at)
        guard time <= Self.maximumTime else { return }
        observe(Self.stage, Double(time) / 1_000_000, [("role", role.rawValue), ("kind", header.kind.rawValue)])
    }

    private func count(_ metric: MetricDescription, _ labels: [(String, String)] = [], by amount: Int = 1) {
        Counter(label: metric.name, dimensions: labels, factory: factory).increment(by: amount)
    }

    private func observe(_ metric: MetricDescription, _ value: Double, _ labels: [(String, String)] = []) {
        Recorder(label: metric.name, dimensions: labels, aggregate: true, factory: factory).record(value)
    }
}

extension TurnID {
    /// The moment at which the id was made, as Unix time in microseconds.
    var microseconds: Int64 { Int64(high >> 16) * 1000 }

    /// Returns the time from the id's making; nil when that is no time of a turn, such as with an id that is no UUID
    /// of version 7.
    fileprivate func seconds(until end: Int64) -> Double? {
        let time = end.subtractingReportingOverflow(microseconds)
        guard !time.overflow, (0...3_600_000_000).contains(time.partialValue) else { return nil }
        return Double(time.partialValue) / 1_000_000
    }
}
