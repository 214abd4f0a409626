import SaybusSkills

extension Directive {
    /// The reason why the directive makes the skill's answer invalid, in a sentence; nil for a valid one.
    var problem: String? {
        guard case .play(let play) = self else { return nil }
        let offset = play.audioItem.stream.offsetInMilliseconds
        // Positions in messages are limited to one day.
        guard !(0...86_400_000).contains(offset) else { return nil }
        return "a stream has the offsetInMilliseconds \(offset), which is not between 0 and 86400000"
    }
}
