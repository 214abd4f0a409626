import Dispatch

extension DispatchQueue {
    /// Runs work that blocks or computes for long on this queue, off the threads of Swift's shared pool, and returns
    /// its result. A cancelled task waits for it, too.
    package func run<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            self.async { continuation.resume(returning: work()) }
        }
    }
}
