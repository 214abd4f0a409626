import SaybusMessages

extension PlayQueue {
    /// Handles an event of a sequence that has been played back.
    /// - Returns: The reports that are due.
    mutating func handle(_ id: MessageID, _ event: Mixer.Event) -> [Action] {
        guard let playing = playbacks[id] else { return [] }
        switch event {
        case .item(let index): return started(playing, index)
        case .word(let index, let text, let place):
            playbacks[id]?.heard = place
            playbacks[id]?.begin(text)
            guard playing.entry.reportsWords else { return [] }
            return [
                .report(
                    AudioPlayback(
                        sequence: id, item: index, state: .word, positionMs: milliseconds(place), text: text,
                        id: playing.entry.eventID(index)))
            ]
        case .itemOver(let index, let end, let heard): return itemOver(playing, index, end, heard)
        case .open:
            playbacks[id]?.isOpen = true
            return []
        case .held(let place):
            playbacks[id]?.heard = place
            guard playing.hasStarted else { return [] }
            return [
                .report(
                    AudioPlayback(
                        sequence: id, state: .suspended, positionMs: milliseconds(place), reason: playing.holdReason))
            ]
        case .released:
            guard playing.hasStarted else { return [] }
            return [.report(AudioPlayback(sequence: id, state: .resumed))]
        case .over(let heard): return over(playing, heard)
        case .jump: return []
        }
    }

    /// Ends all sequences in the mix because the sound cannot go on.
    /// - Parameters:
    ///   - reason: The reason, for the reports.
    ///   - heard: The samples of each sequence that have been played back.
    mutating func abortAll(_ reason: String, heard: [MessageID: Int]) -> [Action] {
        var actions: [Action] = []
        for playing in playbacks.values.sorted(by: { $0.arrival < $1.arrival }) {
            let id = playing.entry.id
            playbacks[id]?.cut = reason
            let place = heard[id] ?? playing.heard
            actions += over(playbacks[id] ?? playing, place)
        }
        for lane in lanes.keys { lanes[lane]?.current = nil }
        return actions + updateFocus()
    }

    func milliseconds(_ samples: Int) -> Int { Int((Double(samples) * 1000 / Double(rate)).rounded()) }

    /// Converts milliseconds to samples; nil for 0 or less.
    func samples(_ milliseconds: Int) -> Int? {
        milliseconds > 0 ? Int(min(Double(milliseconds) * Double(rate) / 1000, 1e15)) : nil
    }

    private mutating func started(_ playing: PlaybackState, _ index: Int) -> [Action] {
        let id = playing.entry.id
        var actions: [Action] = []
        if !playing.hasStarted { actions.append(.report(AudioPlayback(sequence: id, state: .started))) }
        playbacks[id]?.hasStarted = true
        playbacks[id]?.itemHasStarted = true
        if playing.entry.reportsItems {
            actions.append(
                .report(
                    AudioPlayback(sequence: id, item: index, state: .started, id: playing.entry.eventID(index))))
        }
        return actions
    }

    private mutating func itemOver(
        _ playing: PlaybackState, _ index: Int, _ end: RenderBuffer.ItemEnd, _ heard: Int
    ) -> [Action] {
        let id = playing.entry.id
        playbacks[id]?.itemHasStarted = false
        switch end {
        case .played(let problem):
            playbacks[id]?.playedItems += 1
            playbacks[id]?.heardItem(index)
            recordProblem(problem, id)
            return item(playing, index, .finished, heard, problem)
        case .unplayable(let problem):
            recordProblem(problem, id)
            return item(playing, index, .skipped, heard, problem)
        case .failed(let problem):
            playbacks[id]?.word = nil
            recordProblem(problem, id)
            return item(playing, index, .interrupted, heard, problem)
        case .cut:
            let reason = playing.cut ?? "skipped on demand"
            playbacks[id]?.word = nil
            if playing.itemHasStarted { playbacks[id]?.playedItems += 1 } else { recordProblem(reason, id) }
            return item(playing, index, playing.itemHasStarted ? .interrupted : .skipped, heard, reason)
        }
    }

    private mutating func over(_ playing: PlaybackState, _ heard: Int) -> [Action] {
        playbacks[playing.entry.id] = nil
        let isFinished = playing.cut == nil && playing.playedItems > 0
        let state: AudioPlayback.State = isFinished ? .finished : playing.hasStarted ? .interrupted : .skipped
        return [
            .report(
                AudioPlayback(
                    sequence: playing.entry.id, state: state, positionMs: milliseconds(heard), sample: heard,
                    rate: rate,
                    words: playing.words, text: state == .interrupted ? playing.spoken.joined(separator: " ") : nil,
                    reason: playing.cut ?? playing.firstProblem))
        ]
    }

    private mutating func recordProblem(_ problem: String?, _ id: MessageID) {
        if playbacks[id]?.firstProblem == nil { playbacks[id]?.firstProblem = problem }
    }

    private func item(
        _ playing: PlaybackState, _ index: Int, _ state: AudioPlayback.State, _ heard: Int, _ reason: String?
    ) -> [Action] {
        guard playing.entry.reportsItems else { return [] }
        return [
            .report(
                AudioPlayback(
                    sequence: playing.entry.id, item: index, state: state, positionMs: milliseconds(heard),
                    sample: heard,
                    rate: rate, reason: reason, id: playing.entry.eventID(index)))
        ]
    }
}
