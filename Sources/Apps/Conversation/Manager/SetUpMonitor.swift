import Logging

/// A monitor of the first setup of an app. The app's program is not on the bus before its end, so that nobody but the
/// log can tell of one that hangs.
struct SetUpMonitor: Sendable {
    private let task: Task<Void, Never>

    /// Begins to watch a setup.
    /// - Parameters:
    ///   - limit: The time after which the setup is logged. It is logged again after twice the time, and so on.
    ///   - logger: The logger of the program.
    init(limit: Duration, logger: Logger) {
        // The setup may block the thread of the conversations' actor.
        task = Task.detached {
            let began = ContinuousClock.now
            var pause = limit
            while (try? await Task.sleep(for: pause)) != nil {
                let seconds = (ContinuousClock.now - began).components.seconds
                logger.warning("the app's setup does not end", metadata: ["after": "\(seconds) s"])
                pause *= 2
            }
        }
    }

    /// Ends the watch.
    func end() { task.cancel() }
}
