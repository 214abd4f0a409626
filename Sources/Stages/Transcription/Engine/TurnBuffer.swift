/// The sound of the open turn, as much as is kept.
struct TurnBuffer: Sendable {
    /// Samples a second.
    static let rate = 16_000
    /// A turn longer than this is cut off here.
    static let maximumSeconds = 60

    private(set) var samples: [Int16] = []
    /// How many samples came after the limit and were dropped.
    private(set) var dropped = 0

    /// Keeps what there is room for.
    ///
    /// - Returns: What was kept.
    mutating func append(_ new: [Int16]) -> [Int16] {
        let room = Self.rate * Self.maximumSeconds - samples.count
        let kept = new.count <= room ? new : Array(new.prefix(max(0, room)))
        samples += kept
        dropped += new.count - kept.count
        return kept
    }

    /// What was dropped, in a sentence; nil when nothing was.
    var problem: String? {
        dropped == 0
            ? nil
            : "only the first \(Self.maximumSeconds) s were listened to, \(dropped / Self.rate + 1) s were dropped"
    }
}
