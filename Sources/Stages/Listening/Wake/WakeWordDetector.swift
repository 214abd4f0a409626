/// Finds the wake word in stretches of speech.
///
/// Calls come from one place, in this order: `begin`, `process` as often as there is sound, `end`.
public protocol WakeWordDetector: Sendable {
    /// The wake word, as people say it: `hey computer`.
    var phrase: String { get }

    /// Begins a stretch of speech; one that is open is dropped.
    func begin() async throws

    /// Takes the stretch's next samples: 16 kHz, one channel.
    /// - Returns: Where the wake word was said, in samples from the stretch's beginning, once it is certain.
    func process(_ samples: [Int16]) async throws -> Range<Int>?

    /// Ends the stretch; nothing happens without one.
    func end() async
}
