import Dispatch
import SaybusMessages
import SaybusPatternMatching
import SaybusStatisticalMatching
import Synchronization

/// A background trainer of models for catalogs: one job at a time, and of waiting jobs only the newest.
final class BackgroundTrainer: Sendable {
    /// A trained recognizer, with the revision of its catalogs.
    struct Outcome: Sendable {
        let revision: String?
        let recognizer: StatisticalRecognizer
        /// The duration of the training.
        let seconds: Double
    }

    /// The time that catalogs must stay unchanged before training, since they may change with every topic.
    static let settlingTime = Duration.seconds(1)
    /// The time after which catalogs are learnt even though they go on changing.
    static let longestSettlingTime = Duration.seconds(10)

    private struct Job: Sendable {
        let catalogs: [Catalog]
        let matcher: PatternMatcher
    }

    private struct State: Sendable {
        var job: Job?
        var count = 0
        var outcome: Outcome?
    }

    private let state = Mutex(State())
    private let signals: AsyncStream<Void>
    private let signal: AsyncStream<Void>.Continuation
    private let seed: UInt64

    init(seed: UInt64) {
        self.seed = seed
        (signals, signal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Returns the recognizer trained for a revision of the catalogs; nil while training. To be called between turns.
    func recognizer(for revision: String?) -> StatisticalRecognizer? {
        state.withLock { $0.outcome?.revision == revision ? $0.outcome?.recognizer : nil }
    }

    /// Submits catalogs for training, and discards jobs submitted before.
    func submit(_ catalogs: [Catalog], _ matcher: PatternMatcher) {
        state.withLock { state in
            state.job = Job(catalogs: catalogs, matcher: matcher)
            state.count += 1
        }
        signal.yield()
    }

    /// Trains until the task is cancelled.
    /// - Parameter report: Called with each outcome.
    func run(_ report: @Sendable (Outcome) -> Void) async {
        for await _ in signals {
            guard let job = await settledJob(), let outcome = await train(job) else { continue }
            state.withLock { $0.outcome = outcome }
            report(outcome)
        }
    }

    /// Returns the newest job once none has followed it for ``settlingTime``, or after ``longestSettlingTime``; nil
    /// when cancelled.
    private func settledJob() async -> Job? {
        let deadline = ContinuousClock.now + Self.longestSettlingTime
        while true {
            let count = state.withLock { $0.count }
            // No event can be awaited: the job is settled when none has followed it for this time.
            guard (try? await Task.sleep(for: Self.settlingTime)) != nil else { return nil }
            let isLate = ContinuousClock.now >= deadline
            let job = state.withLock { $0.count == count || isLate ? $0.job : nil }
            if let job { return job }
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
                    revision: job.matcher.revision,
                    recognizer: StatisticalRecognizer(model: model, catalogs: job.catalogs, requiresKnownWords: true),
                    seconds: (ContinuousClock.now - began) / .seconds(1)))
        }
        for await outcome in outcomes { return outcome }
        return nil
    }
}
