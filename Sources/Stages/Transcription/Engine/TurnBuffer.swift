import SaybusMessages

/// The sound of the open turn, up to a maximum length.
struct TurnBuffer: Sendable {
    /// The sample rate in samples per second.
    static let rate = PCMFormat.speech.rate
    /// The maximum length of a turn in seconds; later sound is dropped.
    static let maximumSeconds = 60

    private(set) var samples: [Int16] = []
    /// The number of samples dropped after the limit.
    private(set) var dropped = 0

    /// Appends samples up to the limit.
    ///
    /// - Returns: The samples that were kept.
    mutating func append(_ new: [Int16]) -> [Int16] {
        let room = Self.rate * Self.maximumSeconds - samples.count
        let kept = new.count <= room ? new : Array(new.prefix(max(0, room)))
        samples += kept
        dropped += new.count - kept.count
        return kept
    }

    /// A sentence about the dropped sound; nil when none was dropped.
    var problem: String? {
        dropped == 0
            ? nil
            : "only the first \(Self.maximumSeconds) s were listened to, \(dropped / Self.rate + 1) s were dropped"
    }
}
