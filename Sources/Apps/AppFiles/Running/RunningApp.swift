import Synchronization

/// The current version of the running app, which a changed file replaces. Each turn uses the version at its beginning.
final class RunningApp: Sendable {
    private let app: Mutex<App>

    init(_ app: App) { self.app = Mutex(app) }

    /// The current version.
    var current: App {
        get { app.withLock { $0 } }
        set { app.withLock { $0 = newValue } }
    }
}
