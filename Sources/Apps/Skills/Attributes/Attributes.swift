import Synchronization

/// Named values with reference semantics, safe to use from several tasks. A change is visible through every
/// reference.
public final class Attributes<Value: Sendable>: Sendable {
    private let storage: Mutex<[String: Value]>

    /// Creates attributes with values.
    public init(_ values: [String: Value] = [:]) { storage = Mutex(values) }

    /// All values by name.
    public var values: [String: Value] {
        get { storage.withLock { $0 } }
        set { storage.withLock { $0 = newValue } }
    }

    /// The value stored under a name; nil for none. Setting nil removes the value.
    public subscript(name: String) -> Value? {
        get { storage.withLock { $0[name] } }
        set { storage.withLock { $0[name] = newValue } }
    }

    /// Changes several values atomically.
    public func update<Result: Sendable>(_ change: (inout [String: Value]) throws -> sending Result) rethrows -> Result
    {
        try storage.withLock { try change(&$0) }
    }
}
