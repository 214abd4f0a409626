/// Where sound goes: a loudspeaker, a file, nowhere.
///
/// A *passage* is what is played from the opening, or from the last ``drain()`` or ``flush()``, up to the next one.
/// One task plays at a
/// time; ``flush()`` may come from another one.
public protocol AudioSink: Sendable {
    /// Rate of the samples that ``play(_:)`` takes, in hertz; they are mono.
    var rate: Int { get }

    /// Takes samples; suspends while the sink's bounded buffer is full.
    ///
    /// A ``flush()`` meanwhile makes it return: the rest of its samples is thrown away too.
    func play(_ samples: [Int16]) async throws

    /// Returns when the last sample has sounded, and ends the passage. Returns early when flushed.
    func drain() async throws

    /// Throws away what has not sounded, and ends the passage.
    ///
    /// Returns how many samples of the passage had sounded.
    @discardableResult func flush() async -> Int

    /// How many of the samples that were taken since the opening have passed: they sounded, or were thrown away.
    func passed() async -> Int

    /// Suspends until so many have passed, or the task is cancelled. Throws when the device is lost meanwhile.
    func wait(untilPassed count: Int) async throws

    /// Lets go of the device or file, without waiting for what has not sounded; later calls of it do nothing, and
    /// playing is an error.
    func close() async throws

    /// Tells from now on when the device is lost, with the reason, and when it is there again, with nil; at once when it is not there now.
    func watch(_ change: @escaping @Sendable ((any Error)?) -> Void) async
}

extension AudioSink {
    /// Nothing: what is written to cannot be unplugged.
    public func watch(_ change: @escaping @Sendable ((any Error)?) -> Void) async {}
}
