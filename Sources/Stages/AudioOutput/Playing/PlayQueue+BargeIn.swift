import SaybusMessages

extension PlayQueue {
    /// The user begins to speak in a session: what may be barged into is held or ends. Gives whether something is held.
    mutating func speechBegan(_ session: Session) -> (actions: [Action], holds: Bool) {
        var actions: [Action] = []
        var holds = false
        for lane in inOrder({ $0.session == session }) {
            guard let id = lanes[lane]?.current, let playing = performances[id], playing.hasStarted, playing.cut == nil,
                !playing.isSuspended, playing.isOpen
            else { continue }
            switch playing.entry.bargeIn ?? bargeIn {
            case .none: continue
            case .pause:
                lanes[lane]?.pause = .bargeIn
                holds = true
            case .stop: actions += end(lane)
            }
        }
        return (actions + settle(), holds)
    }

    /// What was heard in a session were words: what is held for them ends.
    mutating func speechMattered(_ session: Session) -> [Action] {
        var actions: [Action] = []
        for lane in inOrder({ $0.session == session }) where lanes[lane]?.pause == .bargeIn {
            actions += end(lane)
            lanes[lane]?.pause = nil
        }
        return actions + settle()
    }

    /// It was a false alarm: what is held goes on.
    mutating func speechWasNothing(_ session: Session) -> [Action] {
        for lane in inOrder({ $0.session == session }) where lanes[lane]?.pause == .bargeIn { lanes[lane]?.pause = nil }
        return settle()
    }

    private mutating func end(_ lane: Lane) -> [Action] {
        let bargeIn = bargeIn
        return cut(lane, "the user spoke")
            + drop("the user spoke", if: { ($0.bargeIn ?? bargeIn) != .none }) { $0 == lane }
    }
}
