import SaybusMessages

/// The other dispatchers of the same app that carry out its turns instead of this one. Pure.
///
/// Two dispatchers with the same app in the same sessions would carry out each command twice. So the one whose name
/// sorts first carries out all turns. When it has stopped or is lost, the next one does. Instances with `--standby`
/// elect one among them (`Election`), and give way to one without.
struct AppPrecedence: Sendable {
    private let app: String
    private let source: Source
    private var preceding: [Source: SessionScope] = [:]

    /// - Parameters:
    ///   - app: The app's name on the bus.
    ///   - source: This program's name on the bus.
    init(app: String, source: Source) { (self.app, self.source) = (app, source) }

    /// Records a status.
    mutating func update(_ status: StageStatus) {
        guard status.role == source.role, let other = Source(role: status.role, instance: status.instance),
            other.instance < source.instance
        else { return }
        let isPreceding = status.app == app && status.state == .ready && status.standby != true
        preceding[other] = isPreceding ? status.coverage : nil
    }

    /// Returns whether another dispatcher carries out the turns of a session.
    func isPreceded(in session: Session) -> Bool { preceding.values.contains { $0.contains(session) } }

    /// Returns a sentence about another dispatcher that serves some of the same sessions; nil when there is none.
    func problem(in scope: SessionScope) -> String? {
        guard let other = preceding.filter({ $0.value.overlaps(scope) }).keys.min(by: { $0.instance < $1.instance })
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
