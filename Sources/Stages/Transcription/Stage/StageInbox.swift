import SaybusBus
import SaybusMessages

/// The messages of a subscription in their order, of which one kind can be taken in advance.
struct StageInbox {
    private let messages: RawSubscription
    private var iterator: RawSubscription.AsyncIterator
    /// The messages that were passed over, oldest first.
    private var passedOver: [RawMessage] = []

    init(_ messages: RawSubscription) {
        self.messages = messages
        iterator = messages.makeAsyncIterator()
    }

    /// Whether messages wait to be processed.
    var isBehind: Bool { !passedOver.isEmpty || messages.waitingCount > 0 }

    /// Returns the next message; nil at the end.
    mutating func next() async -> RawMessage? {
        if !passedOver.isEmpty { return passedOver.removeFirst() }
        while let received = await iterator.next() {
            if case .message(let message) = received { return message }
        }
        return nil
    }

    /// Takes the messages of one kind that are here already; the others keep their order.
    mutating func takeWaiting(_ kind: Kind) async -> [RawMessage] {
        for _ in 0..<messages.waitingCount {
            guard let received = await iterator.next() else { break }
            if case .message(let message) = received { passedOver.append(message) }
        }
        defer { passedOver.removeAll { $0.header.kind == kind } }
        return passedOver.filter { $0.header.kind == kind }
    }
}
