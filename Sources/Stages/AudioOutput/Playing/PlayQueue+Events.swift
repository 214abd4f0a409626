import SaybusMessages

extension PlayQueue {
    /// Observes an event in the mix, once the sink has played back the sound up to it.
    /// - Returns: The reports that are due.
    mutating func observe(_ id: MessageID, _ event: Mixer.Event) -> [Action] {
        guard let playing = playbacks[id] else { return [] }
        switch event {
        case .item(let index): return started(playing, index)
        case .word(let index, let text, let place):
            playbacks[id]?.played = place
            playbacks[id]?.begin(text)
            guard playing.entry.reportsWords else { return [] }
            return [
                .report(
                    AudioPlayback(
                        sequence: id, item: index, state: .word, positionMs: milliseconds(place), text: text,
                        id: playing.entry.eventID(index)))
            ]
        case .itemOver(let index, let end, let played): return itemOver(playing, index, end, played)
        case .bargeInAllowed:
            playbacks[id]?.allowsBargeIn = true
            return []
        case .held(let place):
            playbacks[id]?.played = place
            guard playing.hasStarted else { return [] }
            return [
                .report(
                    AudioPlayback(
                        sequence: id, state: .suspended, positionMs: milliseconds(place), reason: playing.holdReason))
            ]
        case .released:
            guard playing.hasStarted else { return [] }
            return [.report(AudioPlayback(sequence: id, state: .resumed))]
        case .over(let played): return over(playing, played)
        case .jump: return []
        }
    }

    /// Ends all sequences in the mix because the sound cannot go on.
    /// - Parameters:
    ///   - reason: The reason, for the reports.
    ///   - played: The number of samples of each sequence that have been played back.
    mutating func abortAll(_ reason: String, played: [MessageID: Int]) -> [Action] {
        var actions: [Action] = []
        for playing in playbacks.values.sorted(by: { $0.arrival < $1.arrival }) {
            let id = playing.entry.id
            playbacks[id]?.cut = reason
            playbacks[id]?.cause = nil
            let place = played[id] ?? playing.played
            actions += over(playbacks[id] ?? playing, place)
        }
        for track in tracks.keys { tracks[track]?.current = nil }
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
        _ playing: PlaybackState, _ index: Int, _ end: RenderBuffer.ItemEnd, _ played: Int
    ) -> [Action] {
        let id = playing.entry.id
        playbacks[id]?.itemHasStarted = false
        switch end {
        case .played(let problem):
            playbacks[id]?.playedItems += 1
            playbacks[id]?.endItem(index)
            recordProblem(problem, id)
            return item(playing, index, .finished, played, problem)
        case .unplayable(let problem):
            recordProblem(problem, id)
            return item(playing, index, .skipped, played, problem)
        case .failed(let problem):
            playbacks[id]?.word = nil
            recordProblem(problem, id)
            return item(playing, index, .interrupted, played, problem)
        case .cut:
            let reason = playing.cut ?? "skipped on demand"
            playbacks[id]?.word = nil
            if playing.itemHasStarted { playbacks[id]?.playedItems += 1 } else { recordProblem(reason, id) }
            return item(playing, index, playing.itemHasStarted ? .interrupted : .skipped, played, reason)
        }
    }

    private mutating func over(_ playing: PlaybackState, _ played: Int) -> [Action] {
        playbacks[playing.entry.id] = nil
        let isFinished = playing.cut == nil && playing.playedItems > 0
        let state: AudioPlayback.State = isFinished ? .finished : playing.hasStarted ? .interrupted : .skipped
        return [
            .report(
                AudioPlayback(
                    sequence: playing.entry.id, state: state, positionMs: milliseconds(played), sample: played,
                    rate: rate,
                    words: playing.words, text: state == .interrupted ? playing.spoken.joined(separator: " ") : nil,
                    reason: playing.cut ?? playing.firstProblem,
                    cause: isFinished ? nil : playing.cause))
        ]
    }

    private mutating func recordProblem(_ problem: String?, _ id: MessageID) {
        if playbacks[id]?.firstProblem == nil { playbacks[id]?.firstProblem = problem }
    }

    private func item(
        _ playing: PlaybackState, _ index: Int, _ state: AudioPlayback.State, _ played: Int, _ reason: String?
    ) -> [Action] {
        guard playing.entry.reportsItems else { return [] }
        return [
            .report(
                AudioPlayback(
                    sequence: playing.entry.id, item: index, state: state, positionMs: milliseconds(played),
                    sample: played,
                    rate: rate, reason: reason, id: playing.entry.eventID(index)))
        ]
    }
}
