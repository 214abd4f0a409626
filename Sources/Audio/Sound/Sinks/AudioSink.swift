/// A destination of sound: a loudspeaker, a file, or nothing.
///
/// A *passage* is the sound played between two calls of ``drain()`` or ``flush()``. The first one begins when the sink
/// is opened. One task plays at a time; another task may call ``flush()``.
public protocol AudioSink: Sendable {
    /// The rate of the samples that ``play(_:)`` takes, in hertz; they are mono.
    var rate: Int { get }

    /// Takes samples; suspends while the sink's bounded buffer is full.
    ///
    /// A ``flush()`` in the meantime makes it return, and discards its remaining samples as well.
    func play(_ samples: [Int16]) async throws

    /// Returns when the last sample has sounded, and ends the passage. Returns early when flushed.
    func drain() async throws

    /// Discards the samples that have not sounded, and ends the passage.
    /// - Returns: The number of samples of the passage that had sounded.
    @discardableResult func flush() async -> Int

    /// Returns the number of samples that have passed since the sink was opened. A sample has passed when it has
    /// sounded or was discarded.
    func passed() async -> Int

    /// Suspends until `count` samples have passed, or the task is cancelled. Throws when the device is lost
    /// meanwhile.
    func wait(untilPassed count: Int) async throws

    /// Closes the device or file, without waiting for samples that have not sounded. Later calls do nothing;
    /// playing afterwards is an error.
    func close() async throws

    /// Calls `change` with the reason when the device is lost, and with nil when it is back. Calls it at once when
    /// the device is missing now.
    func watch(_ change: @escaping @Sendable ((any Error)?) -> Void) async
}

extension AudioSink {
    /// Does nothing, because a sink that is not a device cannot be unplugged.
    public func watch(_ change: @escaping @Sendable ((any Error)?) -> Void) async {}
}
