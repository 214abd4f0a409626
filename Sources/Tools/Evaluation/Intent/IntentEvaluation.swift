import Foundation
import SaybusIntentRecognition
import SaybusStage
import SaybusStatisticalMatching
import SaybusSupport
import SaybusTerminal

/// `saybus evaluate intent`: trains a recognizer on one part of the samples, and tests it on another.
public struct IntentEvaluation: Sendable {
    /// The settings of an evaluation.
    public struct Options: Sendable {
        /// The path of the training samples.
        var train: String
        /// The path of the test samples. Nil tests with the samples of ``train`` whose split is `test`; without any,
        /// the evaluation is a cross-validation.
        public var test: String?
        /// The recognizer that is judged.
        public var engine = IntentEngine.statistical
        /// The client of an external recognizer.
        public var client: (any IntentClient)?
        /// The number of training samples of each intent; nil for all.
        public var samplesPerIntent: Int?
        /// The seed of all random choices.
        public var seed: UInt64 = 1
        /// The number of folds of the cross-validation, when there are no test samples.
        public var folds = 5
        /// The path of a report, in HTML or Markdown by its extension; nil for none.
        public var report: String?
        /// Other recognizers that are evaluated with the same samples.
        public var peers: [IntentPeer] = []
        /// Whether the figures are printed as JSON.
        public var isJSON = false

        /// Creates the default settings.
        public init(train: String) { self.train = train }
    }

    private let options: Options

    /// Creates an evaluation, which reads no file yet.
    public init(_ options: Options) { self.options = options }

    /// Trains, tests and prints the figures.
    /// - Parameters:
    ///   - output: Gets the figures.
    ///   - note: Called when test samples are also training samples.
    ///   - progress: Called after each training and each hundred utterances.
    /// - Throws: `StageFailure` when a file cannot be read or written, or a peer cannot be run.
    public func run(
        output: TextOutput = .standardOutput, note: (String) -> Void = { _ in },
        progress: @Sendable (WorkProgress) -> Void = { _ in }
    ) async throws {
        let splits = try splits()
        let repeated = splits.reduce(0) { $0 + $1.repeatedCount }
        var metrics = IntentMetrics()
        var runs: [IntentFigures] = []
        var errors = IntentErrors()
        let total = splits.reduce(0) { $0 + $1.test.count }
        if repeated > 0 {
            note("\(repeated) of \(total) test utterances are also training samples: remove them from one of the two")
        }
        var done = 0
        for (fold, split) in splits.enumerated() {
            let before = done
            let part = splits.count == 1 ? "" : "fold \(fold + 1) of \(splits.count): "
            let (figures, own) = try await judge(split, &errors) { count, what in
                progress(WorkProgress(done: before + count, total: total, detail: part + what))
            }
            done += split.test.count
            metrics.add(own)
            runs.append(figures)
        }
        let own = Self.merged(runs, metrics)
        var all = [own]
        for peer in options.peers {
            progress(
                WorkProgress(done: total, total: total, detail: "\(peer.rawValue) is measured with the same samples"))
            all += try await IntentPeers(peer).judge(splits, seed: options.seed)
        }
        if let path = options.report { try IntentReport(own, metrics, errors).write(to: path) }
        if options.isJSON {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
            output.line(String(decoding: try encoder.encode(FiguresWithPeers(all: all)), as: UTF8.self))
        } else {
            IntentFiguresTable(all).lines(output.style).forEach(output.line)
        }
    }

    private func splits() throws(StageFailure) -> [IntentSplit] {
        let train = try read(options.train)
        func drawn(_ samples: [Sample]) -> [Sample] {
            options.samplesPerIntent.map { IntentSplit.draw(samples, perIntent: $0, seed: options.seed) } ?? samples
        }
        if let path = options.test {
            let test = try read(path)
            let tests = test.part { $0 == "test" }
            return [
                IntentSplit(
                    train: drawn(train.part { $0 != "test" }), test: tests.isEmpty ? test.samples : tests)
            ]
        }
        let tests = train.part { $0 == "test" }
        if !tests.isEmpty { return [IntentSplit(train: drawn(train.part { $0 != "test" }), test: tests)] }
        return IntentSplit.folds(train.samples, count: options.folds, seed: options.seed).map {
            IntentSplit(train: drawn($0.train), test: $0.test)
        }
    }

    private func read(_ path: String) throws(StageFailure) -> SampleFile {
        do {
            return try SampleFile(path: path, orPipe: true)
        } catch {
            throw StageFailure(error.code == .unreadable ? .noInput : .badData, "\(error)")
        }
    }

    private func judge(
        _ split: IntentSplit, _ errors: inout IntentErrors, _ step: (Int, String) -> Void
    ) async throws -> (IntentFigures, IntentMetrics) {
        step(0, "trains with \(split.train.count) samples")
        ProcessMemory.resetPeak()
        let began = ContinuousClock.now
        let engine: EvaluatedEngine
        do throws(SampleError) {
            engine = try EvaluatedEngine(
                options.engine, options.client, samples: split.train, seed: options.seed)
        } catch {
            throw StageFailure(.badData, "\(options.train): \(error.reason)")
        }
        let trainTime = ContinuousClock.now - began
        let trainPeak = ProcessMemory.peak()
        ProcessMemory.resetPeak()
        let start = ContinuousClock.now
        var readings: [Reading?] = []
        readings.reserveCapacity(split.test.count)
        for (index, sample) in split.test.enumerated() {
            readings.append(try await engine.reading(sample.text))
            if index % 100 == 99 { step(index + 1, "tests") }
        }
        let time = ContinuousClock.now - start
        let peak = ProcessMemory.peak()
        var metrics = IntentMetrics()
        for (sample, reading) in zip(split.test, readings) {
            let judgement = IntentJudgement(sample: sample, reading: reading)
            metrics.add(judgement)
            errors.add(judgement)
        }
        var figures = IntentFigures(metrics, engine: options.engine.rawValue, trainSamples: split.train.count)
        figures.trainSeconds = trainTime / .seconds(1)
        figures.utterancesPerSecond = Double(split.test.count) / max(1e-9, time / .seconds(1))
        figures.peakMemoryBytes = peak
        figures.trainPeakMemoryBytes = trainPeak
        return (figures, metrics)
    }

    /// Returns the figures of all runs together: rates over all utterances, mean times, and the maximum of memory.
    static func merged(_ runs: [IntentFigures], _ metrics: IntentMetrics) -> IntentFigures {
        let count = Double(max(1, runs.count))
        var all = IntentFigures(
            metrics, engine: runs.first?.engine ?? "",
            trainSamples: runs.map(\.trainSamples).reduce(0, +) / max(1, runs.count))
        all.trainSeconds = runs.map(\.trainSeconds).reduce(0, +) / count
        all.utterancesPerSecond = runs.map(\.utterancesPerSecond).reduce(0, +) / count
        all.peakMemoryBytes = runs.compactMap(\.peakMemoryBytes).max()
        all.trainPeakMemoryBytes = runs.compactMap(\.trainPeakMemoryBytes).max()
        return all
    }
}

extension SampleFile {
    /// Returns the samples whose split satisfies a condition.
    fileprivate func part(_ isWanted: (String?) -> Bool) -> [Sample] {
        zip(samples, splits).filter { isWanted($0.1) }.map(\.0)
    }
}
