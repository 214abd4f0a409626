import SaybusMessages

extension RecordedTurn {
    /// Returns whether a filter of sessions and turns admits the turn.
    func fits(_ filter: TapFilter) -> Bool {
        guard let source = Source(role: .dispatch, instance: "any") else { return false }
        return filter.admits(
            Header(kind: TurnEnded.kind, session: session, turn: turn, source: source, run: 0, sequence: 0, at: began))
    }
}
