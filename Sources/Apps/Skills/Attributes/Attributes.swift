import Synchronization

/// Named values with reference semantics. All holders see every change.
public final class Attributes<Value: Sendable>: Sendable {
    private let storage: Mutex<[String: Value]>

    /// Creates attributes with values.
    public init(_ values: [String: Value] = [:]) { storage = Mutex(values) }

    /// All values by name.
    public var values: [String: Value] {
        get { storage.withLock { $0 } }
        set { storage.withLock { $0 = newValue } }
    }

    /// The value of a name. Setting nil removes it.
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
