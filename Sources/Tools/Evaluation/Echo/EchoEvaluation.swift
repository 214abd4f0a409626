import Foundation
import SaybusAppFiles
import SaybusConversation
import SaybusIntentRecognition
import SaybusMessages
import SaybusStage
import SaybusTranscription

/// `saybus evaluate echo`: mixes spoken commands with the echo of the assistant's speech, and counts the commands
/// understood with and without echo cancellation.
public struct EchoEvaluation {
    private let recordings: [(path: String, label: SpeechLabel)]
    private let voice: [Int16]
    private let catalog: Catalog
    private let recognizer: any SpeechRecognizer
    private let ratios: [Double]
    private let delayMs: Int

    /// Creates an evaluation.
    /// - Parameters:
    ///   - app: The app file; its catalog is the recognizer's vocabulary.
    ///   - labels: The label file; its recordings are beside it.
    ///   - voice: A recording of the assistant's speech.
    ///   - recognizer: The recognizer.
    ///   - ratios: Levels of the user's speech above the echo, in decibels.
    ///   - delayMs: The delay of the echo in milliseconds, that of the sound devices included.
    ///   - limit: The number of recordings used, evenly chosen; nil for all.
    /// - Throws: `StageFailure` when a file cannot be read.
    public init(
        app: String, labels: String, voice: String, recognizer: any SpeechRecognizer, ratios: [Double], delayMs: Int,
        limit: Int? = nil
    ) throws {
        do {
            catalog = try App(file: app).catalog
        } catch {
            throw StageFailure(error)
        }
        let all = try SpeechLabel.commands(in: labels)
        let count = min(limit ?? all.count, all.count)
        recordings = (0..<count).map {
            let label = all[$0 * all.count / count]
            return (label.path(besides: labels), label)
        }
        try SoundSamples.check(recordings.map { $0.path })
        self.voice = try SoundSamples.audible(voice, option: "--voice")
        (self.recognizer, self.ratios, self.delayMs) = (recognizer, ratios, delayMs)
    }

    /// Evaluates all recordings at every level of the echo.
    /// - Parameter progress: Called after each recording.
    public func run(progress: (WorkProgress) -> Void = { _ in }) async throws -> EchoReport {
        _ = try await recognizer.prepare(Vocabulary(catalogs: [catalog]))
        let reader = PatternRecognizer(catalogs: [catalog])
        let total = recordings.count * (ratios.count + 1)
        var done = 0
        func step(_ condition: String) {
            done += 1
            progress(WorkProgress(done: done, total: total, detail: condition))
        }
        let silent = try await hear(voice: [], ratio: 0, reader) { step("without echo") }
        var conditions: [EchoReport.Condition] = []
        for ratio in ratios {
            let score = try await hear(voice: voice, ratio: ratio, reader) {
                step("user \(Decibels.text(ratio)) above the echo")
            }
            let frames = Double(max(1, recordings.count))
            conditions.append(
                .init(
                    ratio: ratio, total: recordings.count, acceptedWithEcho: score.with,
                    acceptedWithoutEcho: score.without,
                    returnLossDb: score.losses.sorted()[recordings.count / 2],
                    falseSpeechWithEcho: score.falseWith / frames,
                    falseSpeechWithoutEcho: score.falseWithout / frames))
        }
        return EchoReport(
            delayMs: delayMs, acceptedInSilence: silent.with, acceptedInSilenceCancelled: silent.without,
            conditions: conditions)
    }

    private struct Score {
        var (with, without) = (0, 0)
        var losses: [Double] = []
        var (falseWith, falseWithout) = (0.0, 0.0)
    }

    private func hear(
        voice: [Int16], ratio: Double, _ reader: PatternRecognizer, step: () -> Void
    ) async throws -> Score {
        // The voices that the recognizer has learnt at one level would change the figures of the next one.
        await recognizer.forgetSpeakers()
        var score = Score()
        var opening = TurnOpening()
        for (path, label) in recordings {
            let scene = try EchoScene(
                try SoundSamples.read(path), voice: voice, ratio: ratio,
                delay: PCMFormat.speech.samples(.milliseconds(delayMs)))
            for (samples, isCancelled) in [(scene.microphone, false), (scene.cancelled, true)] {
                let trial = try await SpeechEvaluation.hear(
                    Array(samples[EchoScene.lead...]), label, snr: ratio, by: recognizer, reader,
                    &opening)
                if let failure = trial.failure { throw StageFailure(.unavailable, "\(recognizer.engine): \(failure)") }
                guard trial.isAccepted else { continue }
                if isCancelled { score.without += 1 } else { score.with += 1 }
            }
            score.losses.append(scene.returnLoss)
            score.falseWith += scene.falseSpeech.with
            score.falseWithout += scene.falseSpeech.without
            step()
        }
        return score
    }
}
