import SaybusMessages
import Synchronization

/// What the listening task is told by others, between two blocks of sound.
enum ListenEvent: Sendable {
    /// Somebody wants to be heard, or not, in a message of this id.
    case request(ListenRequest, MessageID)
    /// What a recognizer has made of a turn so far.
    case recognized(TurnID, RecognizedSoFar)
    /// Sound is on its way to somebody's loudspeaker, at a rate in hertz, sent and arrived at times in microseconds of the wall clock, the one of
    /// who sent it and the one here.
    case playing([Int16], rate: Int, from: Source, sent: Int64, arrived: Int64)
    /// Somebody pressed the key that presses the button, or releases it.
    case key

    /// What a partial result says of its turn; nil when it says nothing of times.
    static func recognized(_ partial: Message<SpeechPartial>) -> ListenEvent? {
        guard let turn = partial.header.turn, let heard = partial.body.heardMs, let end = partial.body.wordsEndMs,
            (0...Self.longestMs).contains(heard), (0...Self.longestMs).contains(end)
        else { return nil }
        return .recognized(
            turn,
            RecognizedSoFar(
                isComplete: partial.body.isComplete, mayGoOn: partial.body.mayGoOn, heard: heard * 16,
                wordsEnd: end * 16))
    }

    /// A chunk of the loudspeaker's sound: its first channel.
    static func playing(_ message: Message<AudioOutput>) -> ListenEvent {
        let chunk = message.body
        let step = 2 * chunk.format.channels
        let samples = chunk.samples.withUnsafeBytes { bytes in
            stride(from: 0, to: bytes.count - step + 1, by: step).map {
                Int16(littleEndian: bytes.loadUnaligned(fromByteOffset: $0, as: Int16.self))
            }
        }
        return .playing(
            samples, rate: chunk.format.rate, from: message.header.source, sent: message.header.at,
            arrived: WallClock.microseconds())
    }

    /// Longer than any turn: what says more is wrong.
    private static let longestMs = 3_600_000
}

/// Events on their way to the listening task.
final class ListenInbox: Sendable {
    /// How many wait at most; what comes then is dropped, the loudspeaker's sound first.
    static let most = 1_024

    private let events = Mutex<[ListenEvent]>([])

    func put(_ event: ListenEvent) {
        events.withLock { events in
            if events.count >= Self.most {
                // Requests have their receipt: sound makes way for them.
                if case .playing = event { return }
                let oldest = events.firstIndex { if case .playing = $0 { true } else { false } }
                guard let oldest else { return }
                events.remove(at: oldest)
            }
            events.append(event)
        }
    }

    /// Takes all that wait, in the order in which they came.
    func take() -> [ListenEvent] {
        events.withLock { events in
            defer { events.removeAll(keepingCapacity: true) }
            return events
        }
    }
}
