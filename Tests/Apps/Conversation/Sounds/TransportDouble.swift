import SaybusMessages
import Synchronization

@testable import SaybusConversation
@testable import SaybusDispatch

/// A transport that records sequences and problems, for a coordinator without a bus.
final class TransportDouble: AudioTransport {
    private(set) var sent: [MessageID: AudioSequence] = [:]
    private(set) var controls: [AudioControl] = []
    let tracker: PlaybackTracker
    /// Whether nothing can be sent any more, as while a program stops.
    var isClosed = false
    private let reported: Reports
    var problems: [String] { reported.texts.withLock { $0 } }

    init() {
        let reported = Reports()
        self.reported = reported
        tracker = PlaybackTracker { text in reported.texts.withLock { $0.append(text) } }
    }

    func send(
        _ sequence: AudioSequence, id: MessageID, turn: ConversationTurn?,
        handler: @escaping PlaybackTracker.Handler
    ) throws {
        guard !isClosed else { throw CancellationError() }
        sent[id] = sequence
        tracker.begin(id, playing: sequence.events, handler: handler)
    }

    func forget(_ sequence: MessageID) { tracker.forget(sequence) }
    func control(_ control: AudioControl) throws { controls.append(control) }
    func report(problem text: String) { reported.texts.withLock { $0.append(text) } }
}

private final class Reports: Sendable {
    let texts = Mutex<[String]>([])
}
