import Instrumentation
import SaybusBus
import SaybusMessages
import SaybusSupport
import SaybusTelemetry
import Tracing

/// The spans of turns, made when a stage publishes the answer that ends its work.
///
/// The turn's id is the trace's. A span's number follows from the name of the work and the message that it is about, so
/// that programs agree on the numbers of each other's spans without a word in the messages.
public struct TurnTraces: Sendable {
    private let queue: SpanQueue

    /// Creates the spans' maker.
    /// - Parameter queue: The queue that takes them.
    init(queue: SpanQueue) { self.queue = queue }

    /// Records a message that the stage has published.
    func record(_ body: any BusMessage, _ header: Header, answering: Header?) {
        guard let turn = header.turn else { return }
        switch body {
        case let ended as SpeechEnded:
            var span = span("listen", of: turn, number: Self.number("listen", MessageID(turn)), header)
            span.start = Self.start(turn.microseconds, before: header.at)
            span.attributes["saybus.speech.duration_ms"] = ended.durationMs
            span.attributes["saybus.speech.end"] = ended.reason.rawValue
            queue.add(span)
        case let transcript as SpeechTranscript:
            guard var span = work("transcribe", turn, header, answering) else { return }
            span.attributes["saybus.engine"] = transcript.engine
            span.attributes["saybus.confidence"] = transcript.confidence
            if let empty = transcript.emptyReason { span.attributes["saybus.empty"] = empty.rawValue }
            if let problem = transcript.problem { span.status = SpanStatus(code: .error, message: problem) }
            queue.add(span)
        case let intent as SpeechIntent:
            guard var span = work("intent", turn, header, answering) else { return }
            span.attributes["saybus.engine"] = intent.engine
            span.attributes["saybus.hypotheses"] = intent.hypotheses.count
            if let best = intent.hypotheses.first { span.attributes["saybus.command"] = "\(best.app).\(best.type)" }
            queue.add(span)
        case let response as CommandResponse:
            guard var span = work("command", turn, header, answering) else { return }
            span.parent = answering?.causes.first.map { Self.number("dispatch", $0) } ?? span.parent
            if let problem = response.problem { span.status = SpanStatus(code: .error, message: problem) }
            queue.add(span)
        case let playback as AudioPlayback: record(playback, turn, header, answering)
        case let ended as TurnEnded: record(ended, turn, header, answering)
        default: break
        }
    }

    private func record(_ playback: AudioPlayback, _ turn: TurnID, _ header: Header, _ answering: Header?) {
        guard playback.item == nil, let answering, let whole = work("audio", turn, header, answering) else { return }
        if playback.state == .started {
            var span = whole
            span.name = "first sound"
            span.context = TraceContext(trace: whole.context.trace, span: Self.number("first sound", answering.id))
            span.parent = whole.context.span
            queue.add(span)
        } else if playback.isOver {
            var span = whole
            span.parent = answering.causes.first.map { Self.number("dispatch", $0) } ?? span.parent
            span.attributes["saybus.playback"] = playback.state.rawValue
            queue.add(span)
        }
    }

    private func record(_ ended: TurnEnded, _ turn: TurnID, _ header: Header, _ answering: Header?) {
        let isFailure = ended.outcome == .failed || ended.outcome == .expired
        let status = isFailure ? SpanStatus(code: .error, message: ended.reason) : nil
        if answering?.kind == SpeechIntent.kind, var span = work("dispatch", turn, header, answering) {
            if let app = ended.app { span.attributes["saybus.app"] = app }
            if let command = ended.command { span.attributes["saybus.command"] = command }
            span.status = status
            queue.add(span)
        }
        var root = span("turn", of: turn, number: Self.root(turn), header)
        root.parent = nil
        root.start = Self.start(turn.microseconds, before: header.at)
        root.attributes["saybus.outcome"] = ended.outcome.rawValue
        root.attributes["saybus.turn"] = "\(turn)"
        root.status = status
        queue.add(root)
    }

    /// Returns the span of the work on a message; nil when the message is not known.
    private func work(_ name: String, _ turn: TurnID, _ header: Header, _ answering: Header?) -> FinishedSpan? {
        guard let answering else { return nil }
        var span = span(name, of: turn, number: Self.number(name, answering.id), header)
        span.start = Self.start(answering.at, before: header.at)
        span.attributes["saybus.message"] = answering.kind.rawValue
        return span
    }

    private func span(_ name: String, of turn: TurnID, number: UInt64, _ header: Header) -> FinishedSpan {
        let end = Self.nanoseconds(header.at)
        var span = FinishedSpan(
            name, TraceContext(trace: Self.trace(turn), span: number), in: Self.root(turn), start: end, end: end)
        span.attributes["saybus.session"] = header.session.rawValue
        span.attributes["saybus.stage"] = "\(header.source)"
        return span
    }

    /// The most microseconds of a span: a day, since an answer may be a stream. More is the error of a program's own
    /// clock, or the turn's id is none of version 7, which begins with its time.
    private static let maximumTime: Int64 = 86_400_000_000

    /// Returns the start of a span in nanoseconds: that of its end when the time before it cannot be right.
    private static func start(_ time: Int64, before end: Int64) -> UInt64 {
        let (length, overflow) = end.subtractingReportingOverflow(time)
        return nanoseconds(!overflow && (0...maximumTime).contains(length) ? time : end)
    }

    private static func nanoseconds(_ microseconds: Int64) -> UInt64 {
        UInt64(clamping: microseconds).multipliedReportingOverflow(by: 1000).partialValue
    }

    /// Returns the id of a turn's trace.
    static func trace(_ turn: TurnID) -> TraceContext.TraceID { .init(high: turn.high, low: turn.low) }

    /// Returns the number of the outermost span of a turn.
    static func root(_ turn: TurnID) -> UInt64 { number("turn", MessageID(turn)) }

    /// Returns the number of the span of a stage's work on a message: FNV-1a of both.
    static func number(_ work: String, _ message: MessageID) -> UInt64 {
        var hash = FNV1a(work.utf8)
        for half in [message.high, message.low] {
            for shift in stride(from: 0, to: 64, by: 8) { hash.mix(UInt8(truncatingIfNeeded: half >> UInt64(shift))) }
        }
        return max(1, hash.value)
    }
}

extension InstrumentationContext {
    /// Returns the context for work on an intent, such as an app's handler: spans that begin there are within the
    /// turn's trace.
    /// - Parameter intent: The header of the intent; nil, and one without a turn, begins no trace.
    public static func handling(_ intent: Header?) -> InstrumentationContext {
        var context = InstrumentationContext.current ?? .topLevel
        guard let intent, let turn = intent.turn else { return context }
        context.trace = TraceContext(trace: TurnTraces.trace(turn), span: TurnTraces.number("dispatch", intent.id))
        return context
    }
}
