extension Int {
    /// Whether a recurring event with this count is logged: 1, 2, 4, 8, …, so that a flood does not flood the log.
    package var isLoggedCount: Bool { self & (self &- 1) == 0 }
}
