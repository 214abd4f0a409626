import Foundation
import SaybusConversation

/// A timer: its duration, and the time when it rings.
struct KitchenTimer: Codable, Sendable {
    /// The durations that can be set, in seconds.
    static let lengths = 0.1...86_400

    let seconds: Double
    let end: Date

    init(seconds: Double) { (self.seconds, end) = (seconds, Date(timeIntervalSinceNow: seconds)) }
}

/// The timers of a conversation. They are kept in its store until they have rung.
@ConversationActor
final class TimerList {
    private let store: ConversationStore
    private let ring: (KitchenTimer, _ isLate: Bool) -> Void
    private var timers: [KitchenTimer]
    private var waiting: Task<Void, Never>?

    /// Creates the list that the store holds. Timers that ended while the app was away ring at once.
    init(store: ConversationStore, ring: @escaping @ConversationActor (KitchenTimer, _ isLate: Bool) -> Void) {
        (self.store, self.ring) = (store, ring)
        timers = store.value("timers") ?? []
        waitForNext(isLate: true)
    }

    deinit { waiting?.cancel() }

    /// A sentence about the time that is left.
    var sentence: String {
        guard let next = timers.map(\.end).min() else { return "There is no timer." }
        return "\(max(0, next.timeIntervalSinceNow).rounded().spokenText) seconds are left."
    }

    func set(_ timer: KitchenTimer) throws {
        timers.append(timer)
        try store.set("timers", to: timers)
        waitForNext()
    }

    func cancel() throws {
        timers = []
        try store.set("timers", to: timers)
        waitForNext()
    }

    /// Waits until the next timer ends. A new timer replaces the wait.
    private func waitForNext(isLate: Bool = false) {
        waiting?.cancel()
        guard let next = timers.min(by: { $0.end < $1.end }) else { return }
        waiting = Task { [weak self] in
            let left = next.end.timeIntervalSinceNow
            if left > 0 { try? await Task.sleep(for: .seconds(left)) }
            guard !Task.isCancelled else { return }
            self?.end(next, isLate: isLate && left <= 0)
        }
    }

    private func end(_ timer: KitchenTimer, isLate: Bool) {
        timers.removeAll { $0.end == timer.end }
        try? store.set("timers", to: timers)
        ring(timer, isLate)
        waitForNext(isLate: isLate)
    }
}
