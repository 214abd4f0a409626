import SaybusDispatch
import Synchronization

/// A guard against responses that a handler makes and does not return, such as `.say("Hello.")` alone on a line. When
/// such a response is freed during the handler, the end of its turn says so.
final class ResponseReceipt: Sendable {
    private let isTaken = Mutex(false)

    func take() { isTaken.withLock { $0 = true } }

    deinit {
        guard !isTaken.withLock({ $0 }) else { return }
        ConversationTurn.current?.remark(
            "a response was made and not returned, so it had no effect: return it from the handler")
    }
}
