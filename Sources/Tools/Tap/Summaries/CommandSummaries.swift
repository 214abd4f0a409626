import SaybusMessages

extension CommandInvoked: Summarized {
    func summary(_ header: Header) -> [Span] {
        (answer.map { [Span("answer \($0.outcome.rawValue)", $0.outcome == .given ? .plain : .warning)] } ?? [])
            + [.strong("\(app): \(Call.text(type, parameters))")]
            + (answer?.reason.map { [.warning($0)] } ?? [])
            + [.plain(Quantity.confidence(confidence)), .dim("\"\(text)\"")]
            + (owner.map { [.dim("for \($0)")] } ?? [])
    }
}

extension CommandResponse: Summarized {
    func summary(_ header: Header) -> [Span] {
        var spans: [Span] = []
        if let problem { spans.append(.bad("failed: \(problem)")) }
        if let feedback { spans.append(.quoted(feedback)) }
        if let followUp { spans += [.plain("asks")] + followUp.spans }
        if let events, !events.isEmpty { spans += [.plain("plays")] + AudioEvent.spans(events) }
        if !isTerminal { spans.append(.plain("to be continued")) }
        return spans.isEmpty ? [.good("done")] : spans
    }
}

extension IntentOffer: Summarized {
    func summary(_ header: Header) -> [Span] {
        let style: Span.Style =
            switch answer {
            case .yes: .good
            case .maybe: .plain
            case .no: .warning
            }
        return [.strong(intent.isEmpty ? app : "\(app): \(intent)"), Span(answer.rawValue, style)]
            + [fulfilledSlots.map { .dim($0 == 1 ? "1 value" : "\($0) values") }, problem.map { .warning($0) }]
            .compactMap(\.self)
    }
}

extension CardShown: Summarized {
    func summary(_ header: Header) -> [Span] {
        [.strong("\(app): \(type)")]
            + [title, text].compactMap {
                $0.map { .quoted($0.split(whereSeparator: \.isNewline).joined(separator: " ")) }
            }
            + [largeImage ?? image].compactMap { $0.map { .dim($0) } }
    }
}

extension VoiceRequestStatus: Summarized {
    func summary(_ header: Header) -> [Span] {
        let style: Span.Style =
            switch state {
            case .presented, .listening: .plain
            case .interpreted, .completed: .good
            case .invalid, .cancelled: .warning
            case .failed: .bad
            }
        return [Span("\(state.rawValue):", style)] + question.spans + (reason.map { [Span($0, style)] } ?? [])
    }
}

extension VoiceRequestStatus.Question {
    /// The question and its choices: `"Toby or Susan?" select: Toby | Susan`.
    var spans: [Span] {
        let choices = options.map { $0.isEmpty ? kind : "\(kind): \(Summary.list($0))" } ?? kind
        return [.quoted(prompt), .dim("(\(choices))")]
    }
}

extension MQTTPublish: Summarized {
    func summary(_ header: Header) -> [Span] {
        let text = payload.shortened(to: 80).split(whereSeparator: \.isNewline).joined(separator: " ")
        return [.plain(topic), .quoted(text)] + (retain == true ? [.dim("retained")] : [])
    }
}

extension TurnEnded: Summarized {
    /// The stages in the order in which a turn passes them.
    private static let order = ["listen", "transcribe", "intent", "dispatch", "audio"]

    func summary(_ header: Header) -> [Span] {
        let style = outcome.style
        var spans = [Span(outcome.rawValue, style)]
        let names = [app, command].compactMap(\.self)
        if !names.isEmpty { spans.append(.strong(names.joined(separator: ": "))) }
        if let spoken { spans.append(.plain("\"\(spoken)\"")) }
        if let reason { spans.append(Span(reason, style)) }
        if !timings.isEmpty {
            let sorted = timings.sorted { Self.rank($0.key) < Self.rank($1.key) }
            let texts = sorted.map { "\($0.key) \(Quantity.duration(microseconds: Double($0.value)))" }
            spans.append(.dim(Summary.list(texts, separator: ", ")))
        }
        return spans
    }

    private static func rank(_ stage: String) -> (Int, String) { (order.firstIndex(of: stage) ?? order.count, stage) }
}

extension TurnEnded.Outcome {
    /// The style of an outcome, and of its reason.
    var style: Span.Style {
        switch self {
        case .handled: .good
        case .notUnderstood, .noSpeech, .cancelled, .elsewhere: .warning
        case .failed, .expired: .bad
        }
    }
}
