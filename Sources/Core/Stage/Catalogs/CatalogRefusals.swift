import SaybusMessages
import SaybusSupport

/// The catalogs that a registry has refused, for the status of its stage. Pure; bounded.
struct CatalogRefusals: Sendable {
    /// The most instances whose refusals are remembered by name; the others are only counted.
    static let capacity = 64

    private var named: [(source: Source, reason: String)] = []
    private var unnamed = 0

    /// The number of refusals and the newest reason; nil without refusals.
    var sentence: String? {
        guard let last = named.last else { return nil }
        let count = named.count + unnamed
        return count == 1 ? last.reason : "\(count) catalogs are refused; the newest: \(last.reason)"
    }

    /// Adds the refusal of an instance's catalog.
    mutating func add(_ source: Source, _ reason: String) {
        remove(source)
        if named.count >= Self.capacity {
            named.removeFirst()
            unnamed += 1
        }
        named.append((source, LogLine.clean(reason, limit: 300)))
    }

    /// Forgets the refusal of an instance whose catalog has been accepted or withdrawn.
    mutating func remove(_ source: Source) {
        named.removeAll { $0.source == source }
        if named.isEmpty { unnamed = 0 }
    }
}
