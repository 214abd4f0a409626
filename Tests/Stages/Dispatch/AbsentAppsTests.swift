import SaybusMessages
import Testing

@testable import SaybusDispatch

@Suite("Apps whose dispatchers are gone") struct AbsentAppsTests {
    private let start = ContinuousClock.now

    private func status(
        _ instance: String, app: String = "mail", _ state: StageStatus.State = .ready, coverage: SessionScope = .all
    ) -> StageStatus {
        StageStatus(
            role: "dispatch", instance: instance, state: state, pid: 1, uptimeMs: 0, coverage: coverage, app: app)
    }

    @Test("an app is absent five seconds after its last dispatcher has gone, until there is another one")
    func absent() {
        var apps = AbsentApps()
        func isAbsent(_ seconds: Int) -> Bool { apps.contains("mail", in: .default, at: start + .seconds(seconds)) }
        #expect(!isAbsent(100), "it was never there")
        apps.update(status("a"), at: start)
        apps.update(status("b"), at: start)
        apps.update(status("a", .lost), at: start)
        #expect(!isAbsent(100), "another instance is there")
        apps.update(status("b", .lost), at: start + .seconds(10))
        apps.update(status("b", .lost), at: start + .seconds(14))
        #expect(!isAbsent(14) && isAbsent(15))
        apps.update(status("c", .standby), at: start + .seconds(20))
        #expect(!isAbsent(100))
    }

    @Test("a dispatcher of other sessions, or of another app, is no successor")
    func others() {
        let room = SessionScope(session: Session(rawValue: "room"))
        var apps = AbsentApps()
        apps.update(status("a"), at: start)
        apps.update(status("a", .lost), at: start)
        apps.update(status("b", app: "kitchen"), at: start)
        apps.update(status("c", coverage: room), at: start)
        #expect(apps.contains("mail", in: .default, at: start + .seconds(5)))
        #expect(!apps.contains("kitchen", in: .default, at: start + .seconds(5)))
    }

    @Test("gone dispatchers make room for new ones")
    func bounded() {
        var apps = AbsentApps()
        for number in 0..<2 * AbsentApps.capacity {
            apps.update(status("\(number)", app: "app\(number)", .lost), at: start)
        }
        apps.update(status("a"), at: start)
        apps.update(status("a", .lost), at: start)
        #expect(apps.contains("mail", in: .default, at: start + .seconds(5)))
    }
}
