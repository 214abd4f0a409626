/// A detector of the wake word in stretches of speech, or in all sound.
///
/// One caller calls `begin`, then `process` any number of times, then `end`.
public protocol WakeWordDetector: Sendable {
    /// The wake word as it is spoken, such as `hey computer`.
    var phrase: String { get }

    /// Whether the detector gets all sound as one stretch, pauses included. Otherwise it gets stretches of speech, each
    /// with half a second before it.
    var searchesPauses: Bool { get }

    /// Begins a stretch of speech; an open one is dropped.
    func begin() async throws

    /// Searches the stretch's next samples: 16 kHz, mono.
    /// - Returns: The place of the wake word, in samples from the stretch's beginning, once it is certain; nil before.
    func process(_ samples: [Int16]) async throws -> Range<Int>?

    /// Ends the stretch, if one is open.
    func end() async

    /// The reason why the wake word cannot be heard now, as a sentence; nil while it can.
    var problem: String? { get async }
}

extension WakeWordDetector {
    /// False: stretches of speech are searched.
    public var searchesPauses: Bool { false }

    /// Nil: most detectors work in this process, and throw when they fail.
    public var problem: String? { nil }
}
