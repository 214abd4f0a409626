import SaybusMessages

/// The turns carried out lately, so that two recognizers that both heard one do not have it carried out twice. Pure; bounded.
struct HandledTurns: Sendable {
    private var recent: Set<TurnID> = []
    private var older: Set<TurnID> = []
    private let capacity: Int

    init(capacity: Int = 4096) { self.capacity = capacity }

    /// Takes note of a turn.
    /// - Returns: False when it has been noted before. What belongs to no turn is always new.
    @discardableResult
    mutating func insert(_ turn: TurnID?) -> Bool {
        guard let turn else { return true }
        if older.contains(turn) || !recent.insert(turn).inserted { return false }
        if recent.count >= capacity {
            older = recent
            recent = []
        }
        return true
    }

    /// Forgets a turn: it was not carried out after all.
    mutating func remove(_ turn: TurnID?) {
        guard let turn else { return }
        recent.remove(turn)
        older.remove(turn)
    }

    func contains(_ turn: TurnID?) -> Bool { turn.map { recent.contains($0) || older.contains($0) } ?? false }
}
