extension Sequence<Session> {
    /// Returns the sessions sorted by name, so that the same sessions always give the same list.
    package func sortedByName() -> [Session] { sorted { $0.rawValue < $1.rawValue } }
}
