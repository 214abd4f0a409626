/// A closure of this process that observes everything that is received.
struct Observer: Sendable {
    /// Passes an observation to the observer. Returns false when the observer cannot take it.
    let show: @Sendable (Observation, _ frames: [[UInt8]]) -> Bool
    /// Notifies the observer that no more observations follow.
    let finish: @Sendable () -> Void
}
