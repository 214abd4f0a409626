import SaybusMessages

/// The arbitration among the listeners of a group that hear the same sentence: one turn goes on, the others end. Pure.
///
/// There is no arbiter: each listener compares the same claims by the same rule, and comes to the same result.
struct TurnArbitration: Sendable {
    /// The most claims of others that are kept.
    private static let capacity = 64

    /// The name of the group.
    let group: String
    private let own: Source
    private var open: TurnClaim?
    private var others: [TurnClaim] = []

    /// Creates the arbitration of a listener.
    init(group: String, own: Source) { (self.group, self.own) = (group, own) }

    /// Takes a turn that this listener has opened.
    /// - Returns: The turn of another listener to which it yields; nil when it goes on.
    mutating func opened(_ claim: TurnClaim) -> TurnClaim? {
        open = claim
        return decide(among: others)
    }

    /// Takes a turn of another listener.
    /// - Returns: That turn, when the open turn yields to it; nil when the open turn goes on or none is open.
    mutating func observe(_ claim: TurnClaim) -> TurnClaim? {
        guard claim.listener != own, !others.contains(where: { $0.turn == claim.turn }) else { return nil }
        others.append(claim)
        if others.count > Self.capacity { others.removeFirst() }
        return decide(among: [claim])
    }

    /// Records that the open turn has ended.
    mutating func ended() { open = nil }

    private mutating func decide(among claims: [TurnClaim]) -> TurnClaim? {
        guard let mine = open, let winner = claims.first(where: { mine.yields(to: $0) }) else { return nil }
        open = nil
        return winner
    }
}
