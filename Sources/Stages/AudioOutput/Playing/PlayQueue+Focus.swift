import SaybusMessages

extension PlayQueue {
    /// Gives the focus to the track that should play now, and holds or ducks the others.
    mutating func updateFocus() -> [Action] {
        var actions: [Action] = []
        while true {
            lanes = lanes.filter { $0.value.isLive }
            let best = focusedLane()
            let highest = best.map(priority) ?? (arrivedBeforeQuestion.map { _ in AudioSequence.questionPriority })
            for lane in inOrder({ $0 != best }) { actions += yieldFocus(lane, to: highest) }
            guard let best else { return actions }
            if let id = lanes[best]?.current {
                actions += play(id, softly: false)
                return actions
            }
            guard let next = lanes[best]?.waiting.first else { return actions }
            lanes[best]?.waiting.removeFirst()
            waitingCount -= 1
            if next.entry.events.isEmpty {
                actions.append(.report(over(next.entry, .finished, nil)))
                continue
            }
            lanes[best]?.current = next.entry.id
            playbacks[next.entry.id] = PlaybackState(next.entry, arrival: next.arrival, seconds: next.seconds)
            actions.append(.command(next.entry.id, .begin(next.entry)))
            return actions
        }
    }

    /// Handles the end of a sequence's mixing, so that the next sequence of its track can start.
    mutating func mixingEnded(_ id: MessageID) -> [Action] {
        guard let entry = playbacks[id]?.entry else { return [] }
        let lane = Lane(session: entry.session, track: entry.track)
        if lanes[lane]?.current == id { lanes[lane]?.current = nil }
        return updateFocus()
    }

    /// Returns a track's priority: the highest of all its sequences, so that none of them waits behind a held one.
    private func priority(_ lane: Lane) -> Int {
        let playing = lanes[lane]?.current.flatMap { playbacks[$0]?.entry.priority } ?? .min
        return lanes[lane]?.waiting.reduce(playing) { max($0, $1.entry.priority) } ?? playing
    }

    /// Returns the track that should play now: the one with the highest priority of all sessions, for there is one
    /// loudspeaker.
    private func focusedLane() -> Lane? {
        var best: (lane: Lane, priority: Int, isPlaying: Bool, arrival: Int)?
        for (lane, state) in lanes where state.pause == nil && hasSomethingToPlay(state) && !waitsForUser(lane, state) {
            let isPlaying = state.current.map { playbacks[$0]?.isSuspended == false } ?? false
            let this = (lane: lane, priority: priority(lane), isPlaying: isPlaying, arrival: arrival(lane))
            if let arrivedBeforeQuestion, this.arrival < arrivedBeforeQuestion,
                this.priority < AudioSequence.questionPriority
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
        return best?.lane
    }

    /// Returns whether a track has something to play; a sequence that fades out does not count.
    private func hasSomethingToPlay(_ state: LaneState) -> Bool {
        !state.waiting.isEmpty || state.current.map { playbacks[$0]?.cut == nil } ?? false
    }

    /// Returns whether the next sequence of a track, or a held one, waits until its user has spoken.
    private func waitsForUser(_ lane: Lane, _ state: LaneState) -> Bool {
        guard speaking.contains(lane.session) else { return false }
        let current = state.current.flatMap { playbacks[$0] }
        guard current?.isSuspended != false, let entry = current?.entry ?? state.waiting.first?.entry else {
            return false
        }
        return (entry.bargeIn ?? bargeIn) != .none
    }

    /// Ducks or holds the current sequence of a track without the focus.
    private mutating func yieldFocus(_ lane: Lane, to highest: Int?) -> [Action] {
        guard let id = lanes[lane]?.current, let playing = playbacks[id], playing.cut == nil else { return [] }
        let pause = lanes[lane]?.pause
        if ducks, pause == nil, let highest, priority(lane) < highest { return play(id, softly: true) }
        guard !playing.isSuspended else { return [] }
        playbacks[id]?.isSuspended = true
        playbacks[id]?.holdReason =
            switch pause {
            case .demanded: "paused on demand"
            case .bargeIn: "the user speaks"
            case nil where arrivedBeforeQuestion != nil: "a question waits for its answer"
            case nil: "a track of higher priority sounds"
            }
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
