import SaybusMessages

extension PlayQueue {
    /// Holds or ends the interruptible sequences of a session because its user begins to speak. Further ones wait until
    /// the transcript is known.
    mutating func speechBegan(_ session: Session) -> [Action] {
        speaking.insert(session)
        var actions: [Action] = []
        for track in inOrder({ $0.session == session }) {
            tracks[track]?.resumed = nil
            guard let id = tracks[track]?.current, let playing = playbacks[id], playing.hasStarted, playing.cut == nil,
                !playing.isSuspended, playing.allowsBargeIn
            else { continue }
            switch playing.entry.bargeIn ?? bargeIn {
            case .none: continue
            case .pause: tracks[track]?.pause = .bargeIn
            case .stop: actions += end(track)
            }
        }
        return actions + updateFocus()
    }

    /// Ends the tracks held for the user's speech, because it contained words, and those that were held for it until it
    /// seemed to be a false alarm.
    /// - Parameter goesOn: Whether the user has begun to speak again.
    mutating func speechHadWords(_ session: Session, goesOn: Bool = false) -> [Action] {
        if !goesOn { speaking.remove(session) }
        var actions: [Action] = []
        for track in inOrder({ $0.session == session }) where tracks[track]?.endsByWords == true {
            actions += end(track)
            tracks[track]?.pause = nil
            tracks[track]?.resumed = nil
        }
        return actions + updateFocus()
    }

    /// Resumes the tracks held for the user's speech, because it was a false alarm.
    mutating func speechWasFalseAlarm(_ session: Session) -> [Action] {
        speaking.remove(session)
        for track in inOrder({ $0.session == session }) where tracks[track]?.pause == .bargeIn {
            tracks[track]?.pause = nil
            let current = tracks[track]?.current
            tracks[track]?.resumed = current
        }
        return updateFocus()
    }

    private mutating func end(_ track: SessionTrack) -> [Action] {
        let bargeIn = bargeIn
        return cut(track, "the user spoke", .bargeIn)
            + drop("the user spoke", .bargeIn, if: { ($0.bargeIn ?? bargeIn) != .none }) { $0 == track }
    }
}
