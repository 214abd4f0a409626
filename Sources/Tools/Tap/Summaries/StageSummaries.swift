import SaybusMessages

extension StageStatus: Summarized {
    func summary(_ header: Header) -> [Span] { summary(header, since: nil) }

    /// Returns the summary with the increase of each error counter since an earlier status.
    func summary(_ header: Header, since earlier: StageStatus?) -> [Span] {
        let style: Span.Style =
            switch state {
            case .ready: .good
            case .starting, .standby, .stopped: .plain
            case .draining: .warning
            case .failed, .lost: .bad
            }
        var spans = [Span(state.rawValue, style)]
        // The broker publishes the status of a lost stage in its place, so source and owner differ.
        let owner = "\(role)/\(instance)"
        if header.source.description != owner { spans.insert(.strong(owner), at: 0) }
        if let engine { spans.append(.plain(engine)) }
        if let problem { spans.append(Span(problem, state == .failed || state == .lost ? .bad : .warning)) }
        for (name, count) in counters.errorCounts where count != 0 {
            let before = earlier?.counters.errorCounts.first { $0.name == name }?.count ?? 0
            let (rise, overflow) = count.subtractingReportingOverflow(before)
            let isNew = earlier != nil && rise > 0 && !overflow
            spans.append(Span("\(name) \(count)\(isNew ? " (+\(rise))" : "")", .bad))
        }
        if let catalogRevision { spans.append(.dim(catalogRevision)) }
        return spans + [.dim("up \(Quantity.duration(milliseconds: uptimeMs))")]
    }
}

extension StageStatus.Counters {
    /// The counters that should stay at zero.
    var errorCounts: [(name: String, count: Int)] {
        [("lost", lost), ("stale", stale), ("malformed", malformed), ("dropped", dropped), ("refused", refused ?? 0)]
    }
}

extension Receipt: Summarized {
    func summary(_ header: Header) -> [Span] {
        let ids = header.causes.map(\.short)
        let what: [Span] = problem.map { [.bad("refused \(of)"), .plain($0)] } ?? [.plain("took \(of)")]
        return (what + [.dim(Summary.list(ids, separator: " "))]).filter { !$0.text.isEmpty }
    }
}

extension Refusal: Summarized {
    func summary(_ header: Header) -> [Span] {
        [.bad("\(direction.rawValue) refused"), .plain(reason), .dim("\(count)×")]
    }
}

extension Barrier: Summarized {
    func summary(_ header: Header) -> [Span] {
        [.dim("try \(attempt)")]
            + (turns.map { [.plain("asks for the end of \($0.count) \($0.count == 1 ? "turn" : "turns")")] } ?? [])
    }
}
