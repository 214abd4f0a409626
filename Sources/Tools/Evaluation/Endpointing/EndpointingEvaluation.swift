import Foundation
import SaybusAppFiles
import SaybusConversation
import SaybusListening
import SaybusMessages
import SaybusStage
import SaybusSupport
import SaybusTranscription

/// `saybus evaluate endpointing`: runs the listening stage's endpointing on recordings, and measures whether turns
/// end when the speech ends.
///
/// Each recording is preceded by one second of its own background noise and followed by three seconds of it. A
/// recognizer, when there is one, gets the sound of a turn in chunks as on the bus. Its partial results take effect
/// 40 ms later.
public struct EndpointingEvaluation {
    /// The settings of an evaluation.
    public struct Options: Sendable {
        /// The label file; its recordings are beside it.
        var labels: String
        /// The app whose commands the recognizer knows.
        var app: String
        /// The number of recordings used, chosen at even intervals; nil for all.
        public var limit: Int?
        /// A sound file to mix in; nil for none.
        public var noise: String?
        /// Signal-to-noise ratios in decibels; they need ``noise``.
        public var ratios: [Double] = []
        /// The seed that chooses the stretches of the noise.
        public var seed: UInt64 = 1
        /// Milliseconds of pause inserted where the middle of the speech is quietest, to simulate a slow speaker.
        public var pauseMs = 0
        /// The endpointer's settings.
        public var configuration = EndpointerConfiguration()

        /// Creates the settings for some recordings and an app.
        public init(labels: String, app: String) { (self.labels, self.app) = (labels, app) }
    }

    private static let frame = PCMFormat.speech.frameLength
    /// Samples of a chunk of `audio.input`.
    private static let chunk = 960

    private let options: Options
    private let recognizer: (any SpeechRecognizer)?
    private let recordings: [String]
    private let noise: [Int16]?
    private let ratios: [Double?]

    /// Creates an evaluation.
    /// - Parameters:
    ///   - options: The settings.
    ///   - recognizer: A recognizer whose partial results help the endpointer; nil leaves the decision to the voicing
    ///     detector.
    /// - Throws: `StageFailure` when a file cannot be read.
    public init(_ options: Options, recognizer: (any SpeechRecognizer)?) throws {
        (self.options, self.recognizer) = (options, recognizer)
        guard options.noise != nil || options.ratios.isEmpty else {
            throw StageFailure(.usage, "--snr needs the noise: add --noise FILE")
        }
        let all = try SpeechLabel.commands(in: options.labels)
        let count = min(options.limit ?? all.count, all.count)
        recordings = (0..<count).map { all[$0 * all.count / count].path(besides: options.labels) }
        try SoundSamples.check(recordings)
        noise = try options.noise.map { try SoundSamples.audible($0, option: "--noise") }
        ratios = noise == nil ? [nil] : options.ratios.isEmpty ? [NoiseMixer.defaultRatio] : options.ratios
    }

    /// Evaluates all recordings in every condition.
    /// - Parameters:
    ///   - errors: The path of a file for a JSON object for each recording whose turn was not right; nil for none.
    ///   - progress: Called after each recording.
    public func run(
        errors: String? = nil, progress: (WorkProgress) -> Void = { _ in }
    ) async throws -> EndpointingReport {
        if let recognizer {
            do {
                _ = try await recognizer.prepare(Vocabulary(catalogs: [App(file: options.app).catalog]))
            } catch let error as AppFileError {
                throw StageFailure(error)
            }
        }
        let errorLog = try errors.map(ErrorLog.init)
        var conditions: [EndpointingReport.Condition] = []
        var done = 0
        for ratio in ratios {
            await recognizer?.forgetSpeakers()
            // Each level takes the same stretches of the noise.
            var mixer = NoiseMixer(noise: noise ?? [], seed: options.seed)
            var trials: [EndpointingTrial] = []
            for path in recordings {
                let scene = EndpointingScene(try SoundSamples.read(path), pauseMs: options.pauseMs)
                let samples = ratio.map { mixer.mix(scene.samples, ratio: $0) } ?? scene.samples
                let found = try await turns(in: samples)
                let trial = EndpointingTrial(
                    speech: scene.speech, turns: found.turns, inMidCommand: found.inMidCommand)
                trials.append(trial)
                if trial.outcome != .right { try errorLog?.write(EndpointingError(trial, of: path, snr: ratio)) }
                done += 1
                progress(
                    WorkProgress(
                        done: done, total: recordings.count * ratios.count,
                        detail: ratio.map(Decibels.text) ?? "as recorded"))
            }
            conditions.append(Self.condition(ratio, trials))
        }
        return EndpointingReport(recognizer: recognizer?.engine, pauseMs: options.pauseMs, conditions: conditions)
    }

    private static func condition(_ ratio: Double?, _ trials: [EndpointingTrial]) -> EndpointingReport.Condition {
        func count(_ outcome: EndpointingTrial.Outcome) -> Int { trials.count { $0.outcome == outcome } }
        let delays = LatencySummary(trials.compactMap(\.delayMs).map { Int64(max(0, $0) * 1000) })
        return EndpointingReport.Condition(
            snr: ratio, total: trials.count, right: count(.right),
            rightRate: Double(count(.right)) / Double(max(1, trials.count)), cut: count(.cut),
            cutInMidCommand: trials.count(where: \.isCutInMidCommand), late: count(.late),
            missed: count(.missed), extraTurns: trials.reduce(0) { $0 + max(0, $1.turns.count - 1) },
            delayMs: .init(p50: Double(delays?.p50Us ?? 0) / 1000, p99: Double(delays?.p99Us ?? 0) / 1000))
    }

    /// Returns the turns that the endpointer finds.
    private func turns(in samples: [Int16]) async throws -> TurnListener {
        var endpointer = Endpointer(options.configuration)
        var detector = EnergyDetector()
        var listener = TurnListener(recognizer: recognizer)
        for start in stride(from: 0, to: samples.count, by: Self.frame) {
            let frame = Array(samples[start..<min(start + Self.frame, samples.count)])
            if let recognized = listener.due() { endpointer.update(recognized) }
            for action in endpointer.consume(frame, isSpeech: detector.isSpeech(frame)) {
                try await listener.take(action, chunk: Self.chunk)
            }
        }
        for action in endpointer.close(.endOfInput) { try await listener.take(action, chunk: Self.chunk) }
        return listener
    }
}
