import Foundation
import SaybusAppFiles
import SaybusConversation
import SaybusIntentRecognition
import SaybusInteractionModels
import SaybusMessages
import SaybusStage
import SaybusTranscription

/// `saybus evaluate speech`: runs a recognizer on labelled recordings, and counts the commands that it understood.
///
/// The recognizer gets the same input as in the pipeline: the app's catalog, then the sound in pieces of a tenth of a
/// second. The app's patterns interpret its transcript. A command is accepted when its type and every parameter are
/// right.
public struct SpeechEvaluation {
    /// Samples of a piece of sound.
    private static let piece = 1600

    private let labels: [SpeechLabel]
    private let labelFile: String
    private let catalog: Catalog
    /// The thresholds of each command, by its type.
    private let thresholds: [String: ConfidenceThresholds]
    private let recognizer: any SpeechRecognizer
    /// The noises, with the names of their files; none for recordings as they are.
    private let noises: [(name: String?, samples: [Int16])]
    private let ratios: [Double?]
    private let seed: UInt64

    /// Creates an evaluation.
    /// - Parameters:
    ///   - app: The app file, or an interaction model (`.json`); its catalog is the recognizer's vocabulary.
    ///   - labels: The label file; its recordings are beside it.
    ///   - recognizer: The recognizer.
    ///   - limit: The number of recordings used, chosen at even intervals; nil for all.
    ///   - noises: Sound files to mix in, one at a time.
    ///   - ratios: Signal-to-noise ratios in decibels; they need a noise.
    ///   - seed: The seed that chooses the stretches of the noise.
    /// - Throws: `StageFailure` when a file cannot be read.
    public init(
        app: String, labels: String, recognizer: any SpeechRecognizer, limit: Int? = nil, noises: [String] = [],
        ratios: [Double] = [], seed: UInt64 = 1
    ) throws {
        (catalog, thresholds) = try Self.vocabulary(app)
        let all = try SpeechLabel.read(labels)
        let count = min(limit ?? all.count, all.count)
        self.labels = (0..<count).map { all[$0 * all.count / count] }
        labelFile = labels
        self.recognizer = recognizer
        guard !noises.isEmpty || ratios.isEmpty else {
            throw StageFailure(.usage, "--snr needs the noise: add --noise FILE")
        }
        self.noises = try noises.map { file in
            let name = URL(fileURLWithPath: file).deletingPathExtension().lastPathComponent
            return (name, try SoundSamples.audible(file, option: "--noise"))
        }
        self.ratios = noises.isEmpty ? [nil] : ratios.isEmpty ? [NoiseMixer.defaultRatio] : ratios
        self.seed = seed
    }

    /// Returns an app's catalog, and the thresholds of its commands by their types.
    private static func vocabulary(
        _ file: String
    ) throws(StageFailure) -> (Catalog, [String: ConfidenceThresholds]) {
        if file.hasSuffix(".json") {
            do throws(InteractionModelError) {
                let catalog = try InteractionModel(contentsOf: file).catalog()
                let all = catalog.commands.map { ($0.type, ConfidenceThresholds.effect.overridden(by: $0)) }
                return (catalog, Dictionary(all) { first, _ in first })
            } catch {
                throw StageFailure(.configuration, "\(error)")
            }
        }
        do throws(AppFileError) {
            let app = try App(file: file)
            return (app.catalog, Dictionary(app.commands.map { ($0.type, $0.thresholds) }) { first, _ in first })
        } catch {
            throw StageFailure(error)
        }
    }

    /// Evaluates all recordings in every condition.
    /// - Parameters:
    ///   - errors: The path of a file for a JSON object for each recording that was misunderstood; nil for none.
    ///   - note: Called with each pattern that the recognizer leaves out, and each labelled command that the app lacks.
    ///   - progress: Called after each recording.
    public func run(
        errors: String? = nil, note: (String) -> Void = { _ in }, progress: (WorkProgress) -> Void = { _ in }
    ) async throws -> SpeechReport {
        try SoundSamples.check(labels.map { $0.path(besides: labelFile) })
        let start = ContinuousClock.now
        let problems = try await recognizer.prepare(Vocabulary(catalogs: [catalog]))
        let vocabularyMs = (ContinuousClock.now - start) / .milliseconds(1)
        for problem in problems { note("left out: \(problem)") }
        let known = Set(catalog.commands.map(\.type))
        let missing = Set(labels.compactMap(\.intent).filter { !$0.isEmpty }).subtracting(known)
        for type in missing.sorted() {
            note("the app has no command \(type), which labels name")
        }
        let reader = PatternRecognizer(catalogs: [catalog])
        let errorLog = try errors.map(ErrorLog.init)
        var all = SpeechScore()
        var conditions: [SpeechReport.Condition] = []
        let total = labels.count * self.conditions.count
        var done = 0
        var opening = TurnOpening()
        for (noise, ratio, samples) in self.conditions {
            var mixer = NoiseMixer(noise: samples, seed: seed)
            // The voices that the recognizer has learnt in one condition would change the figures of the next one.
            await recognizer.forgetSpeakers()
            var score = SpeechScore()
            for label in labels {
                let clean = try SoundSamples.read(label.path(besides: labelFile))
                let samples = ratio.map { mixer.mix(clean, ratio: $0) } ?? clean
                let trial = try await Self.hear(samples, label, snr: ratio, by: recognizer, reader, &opening)
                score.add(trial, thresholds)
                all.add(trial, thresholds)
                if trial.isWrong { try errorLog?.write(SpeechError(trial)) }
                done += 1
                let condition = "\(noise.map { "\($0) " } ?? "")\(ratio.map { Decibels.text($0) } ?? "as recorded")"
                let soFar = score.total > 0 ? ", \(score.accepted) of \(score.total) right" : ""
                progress(WorkProgress(done: done, total: total, detail: condition + soFar))
            }
            conditions.append(score.report(noise: noise, snr: ratio))
        }
        if let failure = all.failure, all.failed == all.total + all.foreign {
            throw StageFailure(.unavailable, "\(recognizer.engine) failed in every turn: \(failure)")
        }
        return SpeechReport(
            engine: recognizer.engine, vocabularyMs: vocabularyMs, score: all, conditions: conditions)
    }

    private var conditions: [(noise: String?, ratio: Double?, samples: [Int16])] {
        let noises = self.noises.isEmpty ? [(name: nil, samples: [])] : self.noises
        return noises.flatMap { noise in ratios.map { (noise.name, $0, noise.samples) } }
    }

    /// Runs a recognizer that already knows its vocabulary on one turn, and interprets its transcript. A failure of the
    /// recognizer is a result without words.
    /// - Throws: `CancellationError` only.
    static func hear(
        _ samples: [Int16], _ label: SpeechLabel, snr: Double?, by recognizer: any SpeechRecognizer,
        _ reader: PatternRecognizer, _ opening: inout TurnOpening
    ) async throws -> SpeechTrial {
        let clock = ContinuousClock()
        let start: ContinuousClock.Instant
        let end: ContinuousClock.Instant
        let result: RecognitionResult
        do {
            start = try await opening.begin(recognizer)
            for offset in stride(from: 0, to: samples.count, by: piece) {
                _ = try await recognizer.accept(Array(samples[offset..<min(samples.count, offset + piece)]))
            }
            end = clock.now
            result = try await recognizer.finish()
        } catch {
            await recognizer.cancel()
            // A cancelled engine may fail with an error of its own.
            try Task.checkCancellation()
            return SpeechTrial(failure: "\(error)", of: label, snr: snr)
        }
        let done = clock.now
        let readings = await reader.recognize(result.transcript())
        return SpeechTrial(
            label: label, snr: snr, heard: result.text, confidence: result.confidence,
            alternatives: result.alternatives, understood: readings.first,
            soundSeconds: Double(samples.count) / Double(PCMFormat.speech.rate),
            workSeconds: (done - start) / .seconds(1),
            finalUs: Int64((done - end) / .microseconds(1)))
    }
}
