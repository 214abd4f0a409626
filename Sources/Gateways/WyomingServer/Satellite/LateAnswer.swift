/// The answer of a run that was given up, which may still come and is dropped. Pure.
///
/// A run may be answered without words, of which Home Assistant says nothing. So nothing is awaited for long: what
/// comes later is an announcement.
struct LateAnswer: Sendable {
    /// A part of an answer.
    enum Part: Sendable {
        case words
        case sound
    }

    /// The longest time for which a part is awaited.
    static let maximumWait = Duration.seconds(30)

    private var awaited: (part: Part, deadline: ContinuousClock.Instant)?

    /// Awaits a part.
    mutating func expect(_ part: Part, now: ContinuousClock.Instant) { awaited = (part, now + Self.maximumWait) }

    /// Awaits nothing any more.
    mutating func forget() { awaited = nil }

    /// Returns whether a part that comes now is one of the answer.
    func has(_ part: Part, now: ContinuousClock.Instant) -> Bool {
        guard let awaited else { return false }
        return awaited.part == part && now < awaited.deadline
    }
}
