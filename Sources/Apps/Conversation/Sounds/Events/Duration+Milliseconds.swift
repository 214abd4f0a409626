extension Duration {
    /// The whole milliseconds, at most those of a day.
    var milliseconds: Int {
        let (seconds, attoseconds) = components
        guard seconds < 86_400 else { return 86_400_000 }
        guard seconds > -86_400 else { return 0 }
        return max(0, Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000))
    }
}
