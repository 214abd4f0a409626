import Dispatch
import SaybusMessages
import SaybusPatternMatching
import SaybusStatisticalMatching
import Synchronization

/// A background trainer of models for catalogs: one job at a time, and of waiting jobs only the newest.
///
/// While a model is trained, the former one serves for the commands that have not changed since.
final class BackgroundTrainer: Sendable {
    /// A trained recognizer, with the revision of its catalogs.
    struct Outcome: Sendable {
        let revision: String?
        let material: TrainingMaterial
        let recognizer: StatisticalRecognizer
        /// The duration of the training.
        let seconds: Double

        /// Returns the recognizer for catalogs, limited to the commands that it was trained for if they are others.
        func recognizer(for newer: TrainingMaterial) -> StatisticalRecognizer {
            material == newer ? recognizer : recognizer.limited(to: material.commandsUnchanged(in: newer))
        }
    }

    /// The time that catalogs must stay unchanged before training, since they may change with every topic.
    static let settlingTime = Duration.seconds(1)
    /// The same before the first training, until which no model can serve.
    static let firstSettlingTime = Duration.milliseconds(200)
    /// The time after which catalogs are learnt even though they go on changing.
    static let maximumSettlingTime = Duration.seconds(10)

    private struct Job: Sendable {
        let catalogs: [Catalog]
        let matcher: PatternMatcher
        let material: TrainingMaterial
    }

    private struct State: Sendable {
        /// The newest job; nil without catalogs.
        var job: Job?
        var count = 0
        var outcome: Outcome?
        /// The recognizer of the newest outcome, for the newest catalogs.
        var recognizer: StatisticalRecognizer?

        mutating func adapt() {
            recognizer = nil
            if let job { recognizer = outcome?.recognizer(for: job.material) }
        }
    }

    private let state = Mutex(State())
    private let signals: AsyncStream<Void>
    private let signal: AsyncStream<Void>.Continuation
    private let seed: UInt64

    init(seed: UInt64) {
        self.seed = seed
        (signals, signal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// The recognizer for the submitted catalogs; nil until the first one is trained. To be read between turns.
    var recognizer: StatisticalRecognizer? { state.withLock { $0.recognizer } }

    /// Submits catalogs for training, and discards jobs submitted before.
    func submit(_ catalogs: [Catalog], _ matcher: PatternMatcher) {
        let job =
            catalogs.isEmpty
            ? nil : Job(catalogs: catalogs, matcher: matcher, material: TrainingMaterial(catalogs))
        state.withLock { state in
            state.job = job
            state.count += 1
            state.adapt()
        }
        if job != nil { signal.yield() }
    }

    /// Trains until the task is cancelled.
    /// - Parameter report: Called with each outcome.
    func run(_ report: @Sendable (Outcome) -> Void) async {
        for await _ in signals {
            guard let job = await settledJob(), !hasTrained(job), let outcome = await train(job) else { continue }
            state.withLock { state in
                state.outcome = outcome
                state.adapt()
            }
            report(outcome)
        }
    }

    /// Whether the newest model was trained from the same material, as after a change of a summary.
    private func hasTrained(_ job: Job) -> Bool { state.withLock { $0.outcome?.material == job.material } }

    /// Returns the newest job once none has followed it for ``settlingTime``, or after ``maximumSettlingTime``; nil
    /// when cancelled, or when all apps have gone.
    private func settledJob() async -> Job? {
        let isFirst = state.withLock { $0.outcome == nil }
        let deadline = ContinuousClock.now + Self.maximumSettlingTime
        while true {
            let count = state.withLock { $0.count }
            // No event can be awaited: the job is settled when none has followed it for this time.
            let time = isFirst ? Self.firstSettlingTime : Self.settlingTime
            guard (try? await Task.sleep(for: time)) != nil else { return nil }
            let isLate = ContinuousClock.now >= deadline
            let (newest, job) = state.withLock { ($0.count, $0.job) }
            if newest == count || isLate { return job }
        }
    }

    /// Trains on a background queue; a cancelled task does not wait for the result.
    private func train(_ job: Job) async -> Outcome? {
        let (outcomes, outcome) = AsyncStream<Outcome>.makeStream()
        DispatchQueue.global(qos: .background).async { [seed] in
            defer { outcome.finish() }
            let began = ContinuousClock.now
            let sampler = CatalogSampler(catalogs: job.catalogs, matcher: job.matcher)
            guard let model = try? StatisticalModel(sampler.samples(seed: seed), values: sampler.values, seed: seed)
            else { return }
            outcome.yield(
                Outcome(
                    revision: job.matcher.revision, material: job.material,
                    recognizer: StatisticalRecognizer(model: model, catalogs: job.catalogs, requiresKnownWords: true),
                    seconds: (ContinuousClock.now - began) / .seconds(1)))
        }
        for await outcome in outcomes { return outcome }
        return nil
    }
}
