import Synchronization

/// A flag that, once set from any thread, stays set.
package final class OnceFlag: Sendable {
    private let value = Atomic(false)

    /// Creates a flag that is not set.
    package init() {}

    /// Whether the flag is set.
    package var isSet: Bool { value.load(ordering: .acquiring) }

    /// Sets the flag.
    package func set() { value.store(true, ordering: .releasing) }
}
