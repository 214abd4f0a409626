import SaybusMessages
import Synchronization

/// The actions of something that is due, while they run and afterwards.
struct DueActions: Sendable {
    /// The words and sounds that the actions have made.
    final class Words: Sendable {
        private let made = Mutex<[AudioEvent]?>(nil)

        /// The words and sounds; nil while the actions run.
        var events: [AudioEvent]? {
            get { made.withLock(\.self) }
            set { made.withLock { $0 = newValue } }
        }
    }

    /// The task that runs the actions.
    let task: Task<Void, Never>
    /// The result of ``task``.
    let words: Words

    /// Describes actions that run.
    init(task: Task<Void, Never>, words: Words) { (self.task, self.words) = (task, words) }

    /// Describes actions that have ended.
    /// - Parameter events: What they have made.
    init(_ events: [AudioEvent]) {
        (task, words) = (Task {}, Words())
        words.events = events
    }

    /// The words and sounds; nil while the actions run.
    var events: [AudioEvent]? { words.events }

    /// Waits for the end of the actions, or until the task is cancelled.
    func wait() async {
        let (signals, signal) = AsyncStream.makeStream(of: Never.self)
        Task {
            await task.value
            signal.finish()
        }
        for await _ in signals {}
    }

    /// Waits for the end of the actions, at most for a time, or until the task is cancelled.
    func wait(upTo time: Duration, on clock: any ScheduleClock) async {
        let (signals, signal) = AsyncStream.makeStream(of: Never.self)
        Task {
            await task.value
            signal.finish()
        }
        let sleeper = Task {
            await clock.sleep(for: time)
            signal.finish()
        }
        for await _ in signals {}
        sleeper.cancel()
    }
}
