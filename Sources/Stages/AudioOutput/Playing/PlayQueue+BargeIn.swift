import SaybusMessages

extension PlayQueue {
    /// Holds or ends the interruptible sequences of a session because its user begins to speak. Further ones wait until
    /// the transcript is known.
    mutating func speechBegan(_ session: Session) -> [Action] {
        speaking.insert(session)
        var actions: [Action] = []
        for lane in inOrder({ $0.session == session }) {
            guard let id = lanes[lane]?.current, let playing = playbacks[id], playing.hasStarted, playing.cut == nil,
                !playing.isSuspended, playing.allowsBargeIn
            else { continue }
            switch playing.entry.bargeIn ?? bargeIn {
            case .none: continue
            case .pause: lanes[lane]?.pause = .bargeIn
            case .stop: actions += end(lane)
            }
        }
        return actions + updateFocus()
    }

    /// Ends the tracks held for the user's speech, because it contained words.
    mutating func speechHadWords(_ session: Session) -> [Action] {
        speaking.remove(session)
        var actions: [Action] = []
        for lane in inOrder({ $0.session == session }) where lanes[lane]?.pause == .bargeIn {
            actions += end(lane)
            lanes[lane]?.pause = nil
        }
        return actions + updateFocus()
    }

    /// Resumes the tracks held for the user's speech, because it was a false alarm.
    mutating func speechWasFalseAlarm(_ session: Session) -> [Action] {
        speaking.remove(session)
        for lane in inOrder({ $0.session == session }) where lanes[lane]?.pause == .bargeIn { lanes[lane]?.pause = nil }
        return updateFocus()
    }

    private mutating func end(_ lane: Lane) -> [Action] {
        let bargeIn = bargeIn
        return cut(lane, "the user spoke", .bargeIn)
            + drop("the user spoke", .bargeIn, if: { ($0.bargeIn ?? bargeIn) != .none }) { $0 == lane }
    }
}
