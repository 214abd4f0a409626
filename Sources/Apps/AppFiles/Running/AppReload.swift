import Logging
import SaybusMessages
import SaybusSupport

/// Puts a changed file's app in the place of the one that runs, when the file is right; else the one that runs goes on.
struct AppReload: Sendable {
    /// What came of a change.
    enum Outcome: Sendable, Equatable {
        /// The file says the same as before.
        case same
        /// Another app is to run.
        case changed(App)
        /// The file is wrong: the problems, the first of them in a sentence for the status.
        case refused([String], summary: String)
    }

    let path: String

    /// Reads the file.
    /// - Parameter running: the app that runs.
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
