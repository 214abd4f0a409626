import SaybusMessages

extension PlayQueue {
    /// Gives the focus to the track that should play now, and holds or ducks the others.
    mutating func updateFocus() -> [Action] {
        var actions: [Action] = []
        while true {
            tracks = tracks.filter { $0.value.isLive }
            let best = focusedTrack()
            let highest = best.map(priority) ?? (question.isAsking ? AudioSequence.questionPriority : nil)
            for track in inOrder({ $0 != best }) { actions += yieldFocus(track, to: highest) }
            guard let best else { return actions }
            if let id = tracks[best]?.current {
                actions += play(id, softly: false)
                return actions
            }
            guard let next = tracks[best]?.waiting.first else { return actions }
            tracks[best]?.waiting.removeFirst()
            waitingCount -= 1
            if next.entry.events.isEmpty {
                actions.append(.report(over(next.entry, .finished, nil)))
                continue
            }
            tracks[best]?.current = next.entry.id
            playbacks[next.entry.id] = PlaybackState(next.entry, arrival: next.arrival, seconds: next.seconds)
            actions.append(.command(next.entry.id, .begin(next.entry)))
            return actions
        }
    }

    /// Handles the end of a sequence's mixing, so that the next sequence of its track can start.
    mutating func mixingEnded(_ id: MessageID) -> [Action] {
        guard let entry = playbacks[id]?.entry else { return [] }
        let track = SessionTrack(session: entry.session, name: entry.track)
        if tracks[track]?.current == id { tracks[track]?.current = nil }
        return updateFocus()
    }

    /// Returns a track's priority: the highest of all its sequences, so that none of them waits behind a held one.
    private func priority(_ track: SessionTrack) -> Int {
        let playing = tracks[track]?.current.flatMap { playbacks[$0]?.entry.priority } ?? .min
        return tracks[track]?.waiting.reduce(playing) { max($0, $1.entry.priority) } ?? playing
    }

    /// Returns the track that should play now: the one with the highest priority of all sessions, for there is one
    /// loudspeaker.
    private func focusedTrack() -> SessionTrack? {
        var best: (track: SessionTrack, priority: Int, isPlaying: Bool, arrival: Int)?
        for (track, state) in tracks
        where state.pause == nil && hasSomethingToPlay(state) && !waitsForUser(track, state) {
            let isPlaying = state.current.map { playbacks[$0]?.isSuspended == false } ?? false
            let this = (track: track, priority: priority(track), isPlaying: isPlaying, arrival: arrival(track))
            if let earlier = question.arrivalsBefore, this.priority < AudioSequence.questionPriority,
                this.arrival < earlier || waitsForQuestion(state)
            {
                continue
            }
            guard let other = best else {
                best = this
                continue
            }
            if this.priority != other.priority {
                if this.priority > other.priority { best = this }
            } else if this.isPlaying != other.isPlaying {
                if this.isPlaying { best = this }
            } else if this.arrival < other.arrival {
                best = this
            }
        }
        return best?.track
    }

    /// Returns whether a track has something to play; a sequence that fades out does not count.
    private func hasSomethingToPlay(_ state: TrackState) -> Bool {
        !state.waiting.isEmpty || state.current.map { playbacks[$0]?.cut == nil } ?? false
    }

    /// Returns whether the next sequence of a track came by itself, and waits until no question waits for its answer.
    private func waitsForQuestion(_ state: TrackState) -> Bool {
        question.holdsUnasked && state.current == nil && state.waiting.first?.entry.isUnasked == true
    }

    /// Returns whether a track waits until its user has spoken: its next sequence, a held one, or one that has not
    /// begun to sound.
    private func waitsForUser(_ track: SessionTrack, _ state: TrackState) -> Bool {
        guard speaking.contains(track.session) else { return false }
        let current = state.current.flatMap { playbacks[$0] }
        if let current, current.hasStarted, !current.isSuspended { return false }
        guard let entry = current?.entry ?? state.waiting.first?.entry else { return false }
        return (entry.bargeIn ?? bargeIn) != .none
    }

    /// Ducks or holds the current sequence of a track without the focus.
    private mutating func yieldFocus(_ track: SessionTrack, to highest: Int?) -> [Action] {
        guard let id = tracks[track]?.current, let playing = playbacks[id], playing.cut == nil else { return [] }
        let pause = tracks[track]?.pause
        let userSpeaks = tracks[track].map { waitsForUser(track, $0) } ?? false
        if ducks, pause == nil, !userSpeaks, let highest, priority(track) < highest { return play(id, softly: true) }
        guard !playing.isSuspended else { return [] }
        let reason =
            switch pause {
            case .demanded: "paused on demand"
            case .bargeIn: "the user speaks"
            // A sequence that has not begun to sound.
            case nil where userSpeaks: "the user speaks"
            case nil where question.isAsking: "a question waits for its answer"
            case nil: "a track of higher priority sounds"
            }
        playbacks[id]?.isSuspended = true
        playbacks[id]?.holdReason = reason
        return [.command(id, .hold)]
    }

    private mutating func play(_ id: MessageID, softly: Bool) -> [Action] {
        guard let playing = playbacks[id], playing.cut == nil else { return [] }
        var actions: [Action] = []
        if playing.isDucked != softly {
            playbacks[id]?.isDucked = softly
            actions.append(.command(id, .duck(softly)))
        }
        if playing.isSuspended {
            playbacks[id]?.isSuspended = false
            actions.append(.command(id, .release))
        }
        return actions
    }
}
