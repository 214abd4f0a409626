import Logging
import SaybusMessages

/// What is known of the messages received: numbers, ids, counts. Pure.
struct ReceiveTracker {
    /// What to do with a message.
    enum Verdict: Equatable {
        /// Hand it to those who want it.
        case deliver
        /// It came too late for its purpose.
        case stale
        /// It has been taken before; say so again if its publisher waits for an answer.
        case repeated(isTracked: Bool)
    }

    private var sequences = SequenceTracker()
    private var handled = HandledMessages()
    var counters = StageStatus.Counters()

    /// - Parameters:
    ///   - isStale: Whether the message's deadline has passed.
    ///   - now: Unix time in microseconds.
    mutating func note(_ message: RawMessage, isStale: Bool = false, now: Int64 = WallClock.microseconds()) -> Verdict {
        let header = message.header
        counters.received += 1
        if case .gap(let count) = sequences.note(message, now: now) {
            let (sum, overflow) = counters.lost.addingReportingOverflow(count)
            counters.lost = overflow ? .max : sum
        }
        if isStale {
            counters.stale += 1
            return .stale
        }
        // A retained message that comes again is how a late subscription learns of it: a state, harmless to take twice.
        if !header.retain, !handled.insert(header.id) {
            counters.repeated += 1
            return .repeated(isTracked: MessageCatalog.type(of: header.kind)?.delivery != nil)
        }
        return .deliver
    }

    /// Nobody took a message: when it comes again, it is as new.
    mutating func forget(_ id: MessageID) { handled.remove(id) }

    /// Another answers for what was taken: when it comes again, it is as new.
    mutating func forgetAll() { handled = HandledMessages() }
}
