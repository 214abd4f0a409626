import SaybusBus
import SaybusMessages

/// Decides what of the bus is shown, and in which words. Pure: messages go in, entries come out.
public struct MessagePrinter: Sendable {
    private let filter: TapFilter
    private let everyStatus: Bool
    private let everyChunk: Bool
    private var sequences = SequenceTracker()
    private var turns = TurnStartTimes()
    private var statuses = StatusWatch()
    private var audio = AudioWatch()
    private var counters = StageStatus.Counters()

    /// An echo.
    /// - Parameters:
    ///   - filter: What is wanted.
    ///   - everyStatus: Whether each beat of a stage is shown, rather than changes.
    ///   - everyChunk: Whether each chunk of sound is shown, rather than the first and last of a turn.
    public init(filter: TapFilter, everyStatus: Bool = false, everyChunk: Bool = false) {
        (self.filter, self.everyStatus, self.everyChunk) = (filter, everyStatus, everyChunk)
    }

    /// Takes what came over the bus.
    /// - Parameter counters: What the connection has counted so far.
    /// - Returns: What to show, in this order.
    public mutating func take(_ received: Received, counters: StageStatus.Counters) -> [Entry] {
        var entries: [Entry] = []
        let leftOut = counters.dropped - self.counters.dropped
        if leftOut > 0 {
            entries.append(.leftOut(leftOut))
            self.counters.dropped = counters.dropped
        }
        switch received {
        case .malformed(let error):
            if filter.admits(error) { entries.append(.malformed(error)) }
        case .message(let message):
            let header = message.header
            let sinceTurn = turns.note(header)
            let verdict = sequences.receive(message, now: WallClock.microseconds())
            // The broker hands retained messages to everybody again when somebody comes late.
            if verdict == .again, header.retain { return entries }
            if case .gap(let count) = verdict, filter.concerns(header), isWanted(header.kind) {
                entries.append(.gap(count: count, before: header))
            }
            if filter.admits(header), isWanted(header.kind), let shown = show(message, sinceTurn) {
                entries.append(.message(shown))
            }
        }
        return entries
    }

    /// Stages talk to themselves through the broker: of interest only to those who ask for it.
    private func isWanted(_ kind: Kind) -> Bool { kind != Barrier.kind || filter.names(kind) }

    private mutating func show(_ message: RawMessage, _ sinceTurn: Int64?) -> Entry.Shown? {
        let header = message.header
        var summary: [Span]
        var problem: MessageError?
        do {
            guard let spans = say(try MessageCatalog.decode(message), header) else { return nil }
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

    /// - Returns: The words; nil for what is not worth a line.
    private mutating func say(_ body: any BusMessage, _ header: Header) -> [Span]? {
        switch body {
        case let status as StageStatus:
            let verdict = statuses.note(status, header)
            switch verdict {
            case .nothingNew: return everyStatus ? status.summary(header) : nil
            case .first: return status.summary(header)
            case .changed(let earlier): return status.summary(header, since: earlier)
            }
        case let chunk as AudioInput where !everyChunk:
            return audio.note(
                header, index: chunk.index, isLast: chunk.isLast, format: chunk.format, samples: chunk.samples)
        case let chunk as AudioOutput where !everyChunk:
            return audio.note(
                header, index: chunk.index, isLast: chunk.isLast, format: chunk.format, samples: chunk.samples)
        default: return Summary.of(body, header) ?? [.dim("(no words for this kind)")]
        }
    }

    /// The texts and numbers in a JSON body.
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
