/// A detector of the wake word in stretches of speech.
///
/// One caller calls `begin`, then `process` any number of times, then `end`.
public protocol WakeWordDetector: Sendable {
    /// The wake word as it is spoken, such as `hey computer`.
    var phrase: String { get }

    /// Begins a stretch of speech; an open one is dropped.
    func begin() async throws

    /// Searches the stretch's next samples: 16 kHz, mono.
    /// - Returns: The place of the wake word, in samples from the stretch's beginning, once it is certain; nil before.
    func process(_ samples: [Int16]) async throws -> Range<Int>?

    /// Ends the stretch, if one is open.
    func end() async
}
