import SaybusMessages

extension ListenRequest: Summarized {
    func summary(_ header: Header) -> [Span] {
        if let withdraws { return [.strong("no more"), .dim("of \(withdraws.short)")] }
        var spans: [Span] = [.strong(mode.rawValue)]
        if let noSpeechTimeoutMs {
            spans.append(.plain("speech within \(Quantity.duration(milliseconds: noSpeechTimeoutMs))"))
        }
        if let maximumSpeechMs { spans.append(.plain("at most \(Quantity.duration(milliseconds: maximumSpeechMs))")) }
        if let phrases, !phrases.isEmpty { spans.append(.plain("expects \(Summary.list(phrases))")) }
        return spans
    }
}

extension ListenLevel: Summarized {
    func summary(_ header: Header) -> [Span] {
        var spans: [Span] = [.plain("\(Quantity.decibels(rmsDb)),"), .dim("peak \(Quantity.decibels(peakDb))")]
        if isSpeech { spans.append(.strong("speech")) }
        if let clipped { spans.append(.warning("\(Quantity.count(clipped, "sample")) clipped")) }
        return spans
    }
}

extension SpeechStarted: Summarized {
    func summary(_ header: Header) -> [Span] {
        let position = "at \(Quantity.duration(milliseconds: positionMs))"
        let place = input.map { "\(position) of \($0)" } ?? position
        return [.plain(wakeWord.map { "\(place), after \"\($0)\"" } ?? place)]
            + (occasion.map { [.plain($0.rawValue)] } ?? [])
            + (group.map { [.dim("\($0)\(clarityDb.map { ": \(Quantity.decibels($0))" } ?? "")")] } ?? [])
    }
}

extension AudioInput: Summarized {
    func summary(_ header: Header) -> [Span] {
        PCMMeter.chunk(index: index, isLast: isLast, format: format, samples: samples)
    }
}

extension SpeechEnded: Summarized {
    func summary(_ header: Header) -> [Span] {
        [
            .plain("after \(Quantity.duration(milliseconds: durationMs)): \(reason.rawValue),"),
            .plain(Quantity.count(chunks, "chunk")),
        ]
    }
}
