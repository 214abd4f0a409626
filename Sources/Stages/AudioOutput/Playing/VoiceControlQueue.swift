import SaybusMessages
import SaybusSupport

/// A queue of the controls of voice and rate, which the engine has to check. An engine may take long, so other controls
/// do not wait for it. Bounded.
final class VoiceControlQueue: Sendable {
    /// The maximum number of waiting controls. Beyond it the oldest one is dropped.
    static let capacity = 256

    private struct Pending: Sendable {
        /// The number of the first control in whose place this one is; its own one when it replaces none.
        let number: Int
        let control: Message<AudioControl>

        /// Whether a later control makes this one superfluous.
        func isReplaced(by other: Message<AudioControl>) -> Bool {
            control.header.session == other.header.session && control.body.track == other.body.track
                && control.body.action == other.body.action
        }
    }

    private struct State: Sendable {
        /// The waiting controls, in the order in which they are performed.
        var waiting: [Pending] = []
        var submitted = 0
        /// The number up to which no control waits or is in progress.
        var done = 0
    }

    private let state = Watched(State())

    /// Adds a control in place of a waiting one for the same session, track and action.
    /// - Returns: Whether there was room. If not, the oldest one was dropped.
    @discardableResult
    func submit(_ control: Message<AudioControl>) -> Bool {
        state.change { state in
            let replaced = state.waiting.first { $0.isReplaced(by: control) }
            state.waiting.removeAll { $0.isReplaced(by: control) }
            let hasRoom = state.waiting.count < Self.capacity
            if !hasRoom { state.waiting.removeFirst() }
            state.submitted += 1
            // Speech that waits for the former control waits for this one.
            state.waiting.append(Pending(number: replaced?.number ?? state.submitted, control: control))
            return hasRoom
        }
    }

    /// Performs the controls, one at a time, until the task is cancelled. To be called once.
    func run(_ perform: (Message<AudioControl>) async -> Void) async {
        while !Task.isCancelled {
            await state.wait { !$0.waiting.isEmpty }
            let next = state.change { state in state.waiting.isEmpty ? nil : state.waiting.removeFirst() }
            guard let next else { continue }
            await perform(next.control)
            state.change { state in
                state.done = (state.waiting.map(\.number).min() ?? state.submitted + 1) - 1
            }
        }
    }

    /// Waits until the controls submitted so far, or those in their place, are done, or the task is cancelled.
    func waitUntilDone() async {
        let wanted = state.value.submitted
        await state.wait { $0.done >= wanted }
    }
}
