import Logging
import SaybusDispatch
import SaybusMessages

/// The link of a running app to its file: a valid change of the file replaces the app, and what is wrong with either is
/// reported. Open turns keep the version of the app with which they began.
struct AppFileFollower: Sendable {
    let running: RunningApp
    /// The file that is watched for changes; nil for none.
    let file: String?
    let runtime: TurnRuntime
    let conversations: AppConversations
    let store: AppStore

    /// Replaces the app whenever its file changes, until the task is cancelled.
    func run() async {
        guard let file else { return }
        guard let watch = FileChanges(path: file) else {
            return runtime.logger.warning("the app's file cannot be watched: restart to apply changes")
        }
        var isFirst = true
        for await _ in watch.changes {
            defer { isFirst = false }
            switch AppReload(path: file).read(running: running.current) {
            // The first look follows the start, whose problems hold.
            case .same where isFirst: break
            case .same:
                runtime.problems.reset(.file, .commands)
                await check()
            case .changed(let app):
                running.current = app
                await conversations.change(to: app)
                runtime.problems.reset(.file, .commands)
                await check()
                runtime.logger.notice(
                    "the app has changed", metadata: ["file": "\(file)", "revision": "\(app.catalog.revision)"])
            case .refused(let problems, let summary):
                for problem in problems { runtime.logger.error("\(problem)") }
                runtime.problems.report(summary, from: .file, isLogged: true)
            }
        }
    }

    /// Reports what is wrong with the app on this machine, though its file is valid.
    func check() async {
        await checkStore()
        checkTimeZone()
        checkLanguage()
    }

    /// Reports a file in which nothing can be kept, if the app has timers or lists.
    private func checkStore() async {
        if running.current.actions.contains(where: \.isKept) { await store.check() }
    }

    /// Reports a time zone that is not known, if the app has something that is due at a time of day.
    private func checkTimeZone() {
        guard running.current.actions.contains(where: { $0.schedules.contains(where: \.hasTimeOfDay) }),
            let problem = TimeZoneSetting().problem
        else { return }
        runtime.problems.report(problem)
    }

    /// Reports values and sentences that are of another language than the app, and a language that has changed since
    /// the start, when that of the voice was chosen.
    private func checkLanguage() {
        let app = running.current
        for problem in app.languageProblems() { runtime.problems.report(problem) }
        guard app.language != runtime.language else { return }
        runtime.problems.report(
            "the app's language has changed from \(runtime.language) to \(app.language): it is spoken as before until "
                + "the program is started again")
    }
}
