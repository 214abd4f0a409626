import Messages

extension PlayQueue {
    /// A step has ended; says what comes next. An ending of another step than the one asked for changes nothing.
    mutating func ended(_ number: Int, _ outcome: Outcome) -> [Action] {
        guard let playing = current, playing.step.number == number else { return [] }
        switch outcome {
        case .sent(let problem):
            current?.itemProblem = problem.map(Problem.partly)
            return playing.cut == nil ? afterSending() : perform(.flush)
        case .unplayable(let reason):
            current?.itemProblem = .wholly(reason)
            return playing.cut == nil ? afterSending() : perform(.flush)
        case .drained(let heard):
            count(heard)
            let actions = itemOver()
            // A cut that came too late: everything was heard.
            if case .interrupt(let reason) = playing.cut, playing.item + 1 < playing.entry.events.count {
                return actions + sequenceOver(.interrupted, reason)
            }
            return actions + nextItem()
        case .halted(let heard):
            count(heard)
            if case .interrupt(let reason) = playing.cut { return cutOff(reason) }
            return itemCut("skipped on demand") + nextItem()
        case .broken(let reason, let heard):
            count(heard)
            return cutOff(reason)
        }
    }

    /// Begins the first of those that wait, when nothing plays and nothing is held.
    mutating func beginNext() -> [Action] {
        var actions: [Action] = []
        while current == nil, !isPaused, !waiting.isEmpty {
            let entry = waiting.removeFirst()
            if let event = entry.events.first {
                current = Current(entry: entry, step: Step(number: stepNumber, work: .flush))
                actions += perform(.play(event))
            } else {
                actions.append(.report(over(entry, .finished, nil)))
            }
        }
        return actions
    }

    /// The end of a sequence that never played.
    func over(_ entry: Entry, _ state: AudioPlayback.State, _ reason: String?) -> AudioPlayback {
        AudioPlayback(sequence: entry.id, state: state, positionMs: 0, reason: reason)
    }

    private mutating func perform(_ work: Step.Work) -> [Action] {
        stepNumber += 1
        let step = Step(number: stepNumber, work: work)
        current?.step = step
        return [.perform(step)]
    }

    private mutating func count(_ heard: Int) {
        current?.heard += max(0, heard)
        current?.itemHeard += max(0, heard)
    }

    /// Items that nobody wants to hear of follow each other without a gap.
    private mutating func afterSending() -> [Action] {
        guard let playing = current else { return [] }
        let following = playing.item + 1
        if following < playing.entry.events.count, !playing.entry.reportsItems {
            return itemOver() + nextItem()
        }
        let next =
            following < playing.entry.events.count ? playing.entry.events[following] : waiting.first?.events.first
        return perform(.drain(next: next))
    }

    private mutating func nextItem() -> [Action] {
        guard let playing = current else { return [] }
        let following = playing.item + 1
        guard following < playing.entry.events.count else {
            return playing.playedItems > 0
                ? sequenceOver(.finished, playing.firstProblem)
                : sequenceOver(.skipped, playing.firstProblem)
        }
        current?.item = following
        current?.cut = nil
        current?.itemHeard = 0
        current?.itemHasStarted = false
        current?.itemProblem = nil
        return perform(.play(playing.entry.events[following]))
    }

    /// The item has played, as far as it could.
    private mutating func itemOver() -> [Action] {
        guard let playing = current else { return [] }
        switch playing.itemProblem {
        case nil:
            current?.playedItems += 1
            return item(.finished, nil)
        case .partly(let reason):
            current?.playedItems += 1
            note(reason)
            return item(.finished, reason)
        case .wholly(let reason):
            note(reason)
            return item(.skipped, reason)
        }
    }

    /// The item was cut off.
    private mutating func itemCut(_ reason: String) -> [Action] {
        guard let playing = current else { return [] }
        if case .wholly(let problem) = playing.itemProblem {
            note(problem)
            return item(.skipped, problem)
        }
        if playing.itemHasStarted { current?.playedItems += 1 } else { note(reason) }
        return item(playing.itemHasStarted ? .interrupted : .skipped, reason)
    }

    /// The sequence was cut off.
    private mutating func cutOff(_ reason: String) -> [Action] {
        guard let playing = current else { return [] }
        return itemCut(reason) + sequenceOver(playing.hasStarted ? .interrupted : .skipped, reason)
    }

    private mutating func sequenceOver(_ state: AudioPlayback.State, _ reason: String?) -> [Action] {
        guard let playing = current else { return [] }
        current = nil
        let last = AudioPlayback(
            sequence: playing.entry.id, state: state, positionMs: milliseconds(playing.heard), reason: reason)
        return [.report(last)] + beginNext()
    }

    private mutating func note(_ reason: String) {
        if current?.firstProblem == nil { current?.firstProblem = reason }
    }

    private func item(_ state: AudioPlayback.State, _ reason: String?) -> [Action] {
        guard let playing = current, playing.entry.reportsItems else { return [] }
        return [
            .report(
                AudioPlayback(
                    sequence: playing.entry.id, item: playing.item, state: state,
                    positionMs: milliseconds(playing.itemHeard), reason: reason))
        ]
    }

    private func milliseconds(_ samples: Int) -> Int { Int((Double(samples) * 1000 / Double(rate)).rounded()) }
}
