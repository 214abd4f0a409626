import SaybusMessages

/// The other dispatchers of the same app that carry out its turns instead of this one. Pure.
///
/// Two dispatchers with the same app in the same sessions would carry out each command twice. So the one whose name
/// sorts first carries out all turns. When it has stopped or is lost, the next one does. Of two with the same name, it
/// is the one with the lower run. Instances with `--standby` elect one among them (`Election`), and give way to one
/// without.
package struct AppPrecedence: Sendable {
    /// The name of an app without commands, under which a dispatcher carries out the turns of remote apps only.
    package static let noApp = "no-app"

    private let app: String
    private let source: Source
    private let run: UInt32
    private var preceding: [Source: SessionScope] = [:]
    /// Another process with this program's name; nil when none is known.
    private var namesake: Namesake?

    private struct Namesake {
        let run: UInt32
        /// The number of its last message.
        var sequence: Int
        var process: Int
        var coverage: SessionScope
        /// The number of its statuses. The first one may be that of a former process, which was killed.
        var count = 1
        /// The number of this process's own statuses since its last one.
        var missed = 0
    }

    /// The number of this process's own statuses, one a second, after which a namesake without any is gone. The broker
    /// cannot tell two processes with one name apart, and so tells of no loss.
    private static let maximumMissed = 3

    /// - Parameters:
    ///   - app: The app's name on the bus.
    ///   - source: This program's name on the bus.
    ///   - run: The run of this process.
    init(app: String, source: Source, run: UInt32) { (self.app, self.source, self.run) = (app, source, run) }

    /// Records a status.
    /// - Parameters:
    ///   - run: The run of the process that published it.
    ///   - sequence: The number of its message. The broker sends the last status of a process once for each
    ///     subscription, also when the process was killed.
    mutating func update(_ status: StageStatus, run: UInt32, sequence: Int) {
        guard status.role == source.role, let other = Source(role: status.role, instance: status.instance),
            other.instance <= source.instance
        else { return }
        let isWorking = status.app == app && status.state == .ready && status.standby != true
        if other != source {
            preceding[other] = isWorking ? status.coverage : nil
        } else if run != self.run {
            updateNamesake(status, run: run, sequence: sequence, isWorking: isWorking)
        } else {
            namesake?.missed += 1
            if let missed = namesake?.missed, missed > Self.maximumMissed { namesake = nil }
        }
    }

    private mutating func updateNamesake(_ status: StageStatus, run: UInt32, sequence: Int, isWorking: Bool) {
        // A message that comes once more says nothing about now.
        if let namesake, namesake.run == run, sequence <= namesake.sequence { return }
        guard isWorking else {
            if namesake?.run == run || status.state.isGone { namesake = nil }
            return
        }
        let count = namesake?.run == run ? (namesake?.count ?? 0) + 1 : 1
        namesake = Namesake(
            run: run, sequence: sequence, process: Int(status.pid), coverage: status.coverage, count: min(count, 2))
    }

    /// The other process with this program's name that is certain to work.
    private var workingNamesake: Namesake? { namesake.flatMap { $0.count > 1 ? $0 : nil } }

    /// Returns whether another dispatcher carries out the turns of a session.
    func isPreceded(in session: Session) -> Bool {
        preceding.values.contains { $0.contains(session) }
            || workingNamesake.map { $0.run < run && $0.coverage.contains(session) } ?? false
    }

    /// Returns a sentence about another dispatcher that serves some of the same sessions; nil when there is none.
    func problem(in scope: SessionScope) -> String? {
        if let namesake = workingNamesake, namesake.coverage.overlaps(scope) {
            return
                "process \(namesake.process) is called \(source), too, and runs the app \(app): stop one of them, or give it another --instance"
        }
        // Two for remote apps only are no mistake: one of them may be there for Home Assistant.
        guard app != Self.noApp,
            let other = preceding.filter({ $0.value.overlaps(scope) }).keys.min(by: { $0.instance < $1.instance })
        else { return nil }
        return
            "\(other) runs the app \(app), too, and carries out its turns: stop one of them, or start both with --standby"
    }
}

extension SessionScope {
    /// Returns whether some sessions may belong to both scopes.
    fileprivate func overlaps(_ other: SessionScope) -> Bool {
        if let one = session ?? other.session { return contains(one) && other.contains(one) }
        guard let share, let others = other.share else { return true }
        return !Set(share.buckets).isDisjoint(with: others.buckets)
    }
}
