import SaybusMessages

extension AudioSequence: Summarized {
    func summary(_ header: Header) -> [Span] {
        var spans = events.isEmpty ? [.warning("nothing to play")] : AudioEvent.spans(events)
        if let policy, policy != .append { spans.append(.plain(policy.rawValue)) }
        if let track, track != AudioSequence.defaultTrack { spans.append(.dim("on \(track)")) }
        return spans
    }
}

extension AudioEvent {
    /// Returns the events in playing order: `♪880Hz 80 ms`, `pause 100 ms`, `"Ten minutes."`.
    static func spans(_ events: [AudioEvent]) -> [Span] {
        var spans: [Span] = []
        var rest = 0
        for event in events {
            let added = event.spans
            if spans.count + added.count > Summary.maximumShown * 2 { rest += 1 } else { spans += added }
        }
        return rest == 0 ? spans : spans + [.dim("… \(rest) more")]
    }

    private var spans: [Span] {
        switch self {
        case .speech(let speech): [.quoted(speech.text)]
        case .tone(let tone):
            [.plain("♪\(Quantity.number(tone.frequency))Hz \(Quantity.duration(milliseconds: tone.durationMs))")]
        case .file(let file): [.plain("♫\(file.path)")]
        case .silence(let durationMs): [.dim("pause \(Quantity.duration(milliseconds: durationMs))")]
        case .composite(let events): Self.spans(events)
        }
    }
}

extension AudioControl: Summarized {
    func summary(_ header: Header) -> [Span] {
        var spans: [Span] = [.strong(action.rawValue)]
        if let value { spans.append(.plain(Quantity.number(value))) }
        if let voice { spans.append(.plain(voice)) }
        if let track { spans.append(.dim("on \(track)")) }
        return spans
    }
}

extension AudioPlayback: Summarized {
    func summary(_ header: Header) -> [Span] {
        let style: Span.Style =
            switch state {
            case .queued, .resumed, .word: .plain
            case .started, .finished: .good
            case .suspended, .interrupted: .warning
            case .skipped: .bad
            }
        var spans = [Span(state.rawValue, style)]
        if let item { spans.append(.plain("item \(item)")) }
        if let positionMs {
            let preposition = state == .finished ? "after" : "at"
            spans.append(.plain("\(preposition) \(Quantity.duration(milliseconds: positionMs))"))
        }
        if let text { spans.append(.quoted(text)) }
        if let reason { spans.append(Span(reason, style)) }
        return spans + [.dim("of \(sequence.short)")]
    }
}

extension AudioOutput: Summarized {
    func summary(_ header: Header) -> [Span] {
        PCMMeter.chunk(index: index, isLast: isLast, format: format, samples: samples)
    }
}
