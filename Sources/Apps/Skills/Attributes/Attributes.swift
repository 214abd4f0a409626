import Synchronization

/// Named values, shared by all that hold them: what one changes, all see.
public final class Attributes<Value: Sendable>: Sendable {
    private let storage: Mutex<[String: Value]>

    /// Attributes with values.
    public init(_ values: [String: Value] = [:]) { storage = Mutex(values) }

    /// All values.
    public var values: [String: Value] {
        get { storage.withLock { $0 } }
        set { storage.withLock { $0 = newValue } }
    }

    /// A value by its name; nil takes it away.
    public subscript(name: String) -> Value? {
        get { storage.withLock { $0[name] } }
        set { storage.withLock { $0[name] = newValue } }
    }

    /// Changes values, with nobody in between.
    public func update<Result: Sendable>(_ change: (inout [String: Value]) throws -> sending Result) rethrows -> Result
    {
        try storage.withLock { try change(&$0) }
    }
}
