import Dispatch
import SaybusMessages
import SaybusStage
import SaybusSupport
import Synchronization

/// A compiler of the recognizers in the background, so that turns go on meanwhile.
final class RecognizerCompiler: Sendable {
    /// The most time that a turn waits for the catalogs that came before it. It then uses the earlier recognizers.
    static let catalogTimeout = Duration.seconds(1)
    /// The same for turns before the first recognizers, which would understand nothing.
    static let firstCatalogTimeout = Duration.seconds(5)

    private let jobs = NewestJobQueue<CatalogRegistry>()
    private let newest: Mutex<RecognizerSet>

    init(_ first: RecognizerSet) { newest = Mutex(first) }

    /// Submits the catalogs of a registry.
    func submit(_ catalogs: CatalogRegistry) { jobs.submit(catalogs) }

    /// Compiles submitted catalogs until the task is cancelled.
    /// - Parameter report: Called with new recognizers. A change of scopes alone makes none.
    func run(_ report: (RecognizerSet) -> Void) async {
        await jobs.run { registry in
            let catalogs = registry.all
            var set = newest.withLock { $0 }
            guard !set.knows(catalogs) else { return }
            set = await Self.updated(set, catalogs)
            newest.withLock { [set] in $0 = set }
            report(set)
        }
    }

    /// Returns the newest recognizers. Waits for the submitted catalogs for a limited time.
    func recognizers() async -> RecognizerSet {
        let hasNone = newest.withLock { $0.revision } == nil
        _ = await jobs.waitUntilDone(within: hasNone ? Self.firstCatalogTimeout : Self.catalogTimeout)
        return newest.withLock { $0 }
    }

    /// Compiles on a queue's thread: it can take seconds, for which no thread of the tasks may be blocked.
    private static func updated(_ set: RecognizerSet, _ catalogs: [Catalog]) async -> RecognizerSet {
        await DispatchQueue.global(qos: .userInitiated).run {
            var set = set
            set.update(catalogs)
            return set
        }
    }
}
