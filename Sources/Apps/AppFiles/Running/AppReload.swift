import Logging
import SaybusSupport

/// A reader of a changed app file. A valid file replaces the running app; with an invalid one, the running app
/// continues.
struct AppReload: Sendable {
    /// The outcome of a change.
    enum Outcome: Sendable, Equatable {
        /// The file's app equals the running one.
        case same
        /// The file has a changed app.
        case changed(App)
        /// The file is invalid. These are its problems, with a summary for the status.
        case refused([String], summary: String)
    }

    let path: String

    /// Reads the file.
    /// - Parameter running: The running app.
    func read(running: App) -> Outcome {
        do throws(AppFileError) {
            let app = try App(file: path)
            guard app.name == running.name else {
                return refuse([
                    "\(path): the app's name must stay \(running.name) while it runs, found \(app.name): start it anew"
                ])
            }
            return app == running ? .same : .changed(app)
        } catch {
            return refuse(
                error.description.split(separator: "\n").map(String.init),
                because: error.isUnreadable ? "cannot be read" : "is wrong")
        }
    }

    private func refuse(_ problems: [String], because what: String = "is wrong") -> Outcome {
        let more = problems.count > 1 ? " (and \(problems.count - 1) more)" : ""
        let first = LogLine.clean(problems.first ?? path, limit: 300)
        return .refused(problems, summary: "the app's file \(what), the one before goes on: \(first)\(more)")
    }
}
