import SaybusBus
import SaybusMessages

/// A selector of the messages to print, which summarizes them. Pure: messages go in, entries come out.
public struct MessagePrinter: Sendable {
    let filter: TapFilter
    private let everyStatus: Bool
    private let everyChunk: Bool
    private var sequences = SequenceTracker()
    private var turns = TurnStartTimes()
    private var statuses = StatusChangeDetector()
    private var audio = AudioStreamSummarizer()
    private var counters = StageStatus.Counters()

    /// Creates a printer.
    /// - Parameters:
    ///   - filter: The messages to print.
    ///   - everyStatus: Whether to print every heartbeat status of a stage, rather than changes only.
    ///   - everyChunk: Whether to print every audio chunk, rather than the first and last of a turn.
    init(filter: TapFilter, everyStatus: Bool = false, everyChunk: Bool = false) {
        (self.filter, self.everyStatus, self.everyChunk) = (filter, everyStatus, everyChunk)
    }

    /// Processes received frames.
    /// - Parameters:
    ///   - received: The frames.
    ///   - counters: The connection's counters so far.
    ///   - now: Unix time in microseconds, by the broker's clock.
    ///   - steady: The time in microseconds of the steady clock; nil for frames of a recording.
    /// - Returns: The entries to print, in order.
    mutating func entries(
        for received: Received, counters: StageStatus.Counters, now: Int64 = WallClock.microseconds(),
        steady: Int64? = nil
    ) -> [Entry] {
        var entries: [Entry] = []
        let leftOut = counters.dropped - self.counters.dropped
        if leftOut > 0 {
            entries.append(.leftOut(leftOut))
            self.counters.dropped = counters.dropped
        }
        switch received {
        case .malformed(let error):
            sequences.receive(unreadable: error)
            if filter.admits(error) { entries.append(.malformed(error)) }
        case .repeated(let message):
            if let gap = gap(before: message.header, sequences.receive(message, now: now)) {
                entries.append(gap)
            }
        case .message(let message):
            let header = message.header
            let wait = message.stamp.map { now.subtractingReportingOverflow($0.at).partialValue } ?? 0
            let sinceTurn = turns.elapsed(for: header, steady: steady, after: wait)
            let verdict = sequences.receive(message, now: now)
            // The broker sends retained messages to all subscribers again whenever a new subscriber connects.
            if verdict == .again, header.retain { return entries }
            if let gap = gap(before: header, verdict) { entries.append(gap) }
            if filter.admits(header), isWanted(header.kind), let shown = show(message, sinceTurn) {
                entries.append(.message(shown))
            }
        }
        return entries
    }

    private func gap(before header: Header, _ verdict: SequenceTracker.Verdict) -> Entry? {
        guard case .gap(let count) = verdict, filter.concerns(header), isWanted(header.kind) else { return nil }
        return .gap(count: count, before: header)
    }

    /// Returns whether a kind is printed. Barriers, which a stage sends to itself, are printed only if a kind
    /// pattern of the filter matches them.
    private func isWanted(_ kind: Kind) -> Bool { kind != Barrier.kind || filter.names(kind) }

    private mutating func show(_ message: RawMessage, _ sinceTurn: Int64?) -> Entry.Shown? {
        let header = message.header
        var summary: [Span]
        var problem: MessageError?
        do {
            guard let spans = summarize(try MessageCatalog.decode(message), header) else { return nil }
            summary = spans
        } catch {
            summary = Summary.of(error, body: message.body)
            problem = error
        }
        if let deadline = header.deadline, let stamp = message.stamp, stamp.at > deadline {
            summary.append(.warning("past its deadline: no stage takes it"))
        }
        guard
            filter.matches({ [summary.text, header.source.description, header.kind.rawValue] + Self.values(message) })
        else { return nil }
        return Entry.Shown(message: message, problem: problem, summary: summary, sinceTurn: sinceTurn)
    }

    /// Summarizes a message.
    /// - Returns: The summary; nil for a message that is not printed.
    private mutating func summarize(_ body: any BusMessage, _ header: Header) -> [Span]? {
        switch body {
        case let status as StageStatus:
            let verdict = statuses.classify(status, header)
            switch verdict {
            case .unchanged: return everyStatus ? status.summary(header) : nil
            case .first: return status.summary(header)
            case .changed(let earlier): return status.summary(header, since: earlier)
            }
        case let chunk as AudioInput where !everyChunk:
            return audio.summarize(
                header, index: chunk.index, isLast: chunk.isLast, format: chunk.format, samples: chunk.samples)
        case let chunk as AudioOutput where !everyChunk:
            return audio.summarize(
                header, index: chunk.index, isLast: chunk.isLast, format: chunk.format, samples: chunk.samples)
        default: return Summary.of(body, header) ?? [.dim("(no words for this kind)")]
        }
    }

    /// Returns all strings and numbers in a JSON body.
    private static func values(_ message: RawMessage) -> [String] {
        guard message.header.content ?? "application/json" == "application/json",
            let body = try? JSONValue(parsing: message.body)
        else { return [] }
        var values: [String] = []
        var rest = [body]
        while let value = rest.popLast() {
            switch value {
            case .string(let text): values.append(text)
            case .integer(let number): values.append("\(number)")
            case .number(let number): values.append("\(number)")
            case .array(let elements): rest += elements
            case .object(let members): rest += members.values
            case .null, .boolean: break
            }
        }
        return values
    }
}
