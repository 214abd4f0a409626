import Synchronization

/// The app that runs, which may be another one tomorrow: each turn takes it as it is when the turn begins.
final class RunningApp: Sendable {
    private let app: Mutex<App>

    init(_ app: App) { self.app = Mutex(app) }

    /// The app as it is now.
    var current: App {
        get { app.withLock { $0 } }
        set { app.withLock { $0 = newValue } }
    }
}
