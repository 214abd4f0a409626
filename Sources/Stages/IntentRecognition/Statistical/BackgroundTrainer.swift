import Dispatch
import SaybusMessages
import SaybusPatternMatching
import SaybusStatisticalMatching
import Synchronization

/// Learns from catalogs in the background: one at a time, and of those that wait the newest only.
final class BackgroundTrainer: Sendable {
    /// What was learnt, and from which catalogs.
    struct Product: Sendable {
        let revision: String?
        let recognizer: StatisticalRecognizer
        let seconds: Double
    }

    /// A catalog may change with every topic: what has not lasted so long is not learnt from.
    static let patience = Duration.seconds(1)

    private struct Order: Sendable {
        let catalogs: [Catalog]
        let matcher: PatternMatcher
    }

    private struct State: Sendable {
        var order: Order?
        var count = 0
        var product: Product?
    }

    private let state = Mutex(State())
    private let signals: AsyncStream<Void>
    private let signal: AsyncStream<Void>.Continuation
    private let seed: UInt64

    init(seed: UInt64) {
        self.seed = seed
        (signals, signal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// What was learnt of a revision of the catalogs; nil while it is being learnt. To be asked between turns.
    func recognizer(for revision: String?) -> StatisticalRecognizer? {
        state.withLock { $0.product?.revision == revision ? $0.product?.recognizer : nil }
    }

    /// Learns from catalogs, and forgets what was ordered before.
    func order(_ catalogs: [Catalog], _ matcher: PatternMatcher) {
        state.withLock { state in
            state.order = Order(catalogs: catalogs, matcher: matcher)
            state.count += 1
        }
        signal.yield()
    }

    /// Works until it is cancelled.
    /// - Parameter done: Called with each product.
    func run(_ done: @Sendable (Product) -> Void) async {
        for await _ in signals {
            guard let order = await lastingOrder(), let product = await learn(order) else { continue }
            state.withLock { $0.product = product }
            done(product)
        }
    }

    /// The newest order, once none has followed it for a while; nil when cancelled.
    private func lastingOrder() async -> Order? {
        while true {
            let count = state.withLock { $0.count }
            // The time itself is what is waited for: that nothing changes.
            guard (try? await Task.sleep(for: Self.patience)) != nil else { return nil }
            let order = state.withLock { $0.count == count ? $0.order : nil }
            if let order { return order }
        }
    }

    /// Learns on a queue of its own. Who is told to stop does not wait for it.
    private func learn(_ order: Order) async -> Product? {
        let (products, product) = AsyncStream<Product>.makeStream()
        DispatchQueue.global(qos: .background).async { [seed] in
            defer { product.finish() }
            let began = ContinuousClock.now
            let sampler = CatalogSampler(catalogs: order.catalogs, matcher: order.matcher)
            guard let model = try? StatisticalModel(sampler.samples(seed: seed), values: sampler.values, seed: seed)
            else { return }
            product.yield(
                Product(
                    revision: order.matcher.revision,
                    recognizer: StatisticalRecognizer(model: model, catalogs: order.catalogs, knowsWords: true),
                    seconds: (ContinuousClock.now - began) / .seconds(1)))
        }
        for await product in products { return product }
        return nil
    }
}
