import SaybusMessages
import Testing

@testable import SaybusDispatch

@Suite("Apps whose dispatchers are gone") struct AbsentAppsTests {
    private func status(
        _ instance: String, app: String = "mail", _ state: StageStatus.State = .ready, coverage: SessionScope = .all
    ) -> StageStatus {
        StageStatus(
            role: .dispatch, instance: instance, state: state, pid: 1, uptimeMs: 0, coverage: coverage, app: app)
    }

    @Test("an app is absent when its last dispatcher has gone, until there is another one")
    func absent() {
        var apps = AbsentApps()
        func isAbsent() -> Bool { apps.contains("mail", in: .default) }
        #expect(!isAbsent(), "it was never there")
        apps.update(status("a"))
        apps.update(status("b"))
        apps.update(status("a", .lost))
        #expect(!isAbsent(), "another instance is there")
        apps.update(status("b", .lost))
        #expect(isAbsent())
        apps.update(status("c", .standby))
        #expect(!isAbsent())
    }

    @Test("a dispatcher that was lost may also hang, one that has stopped has ended", arguments: [true, false])
    func lost(isLost: Bool) {
        var apps = AbsentApps()
        apps.update(status("a"))
        apps.update(status("a", isLost ? .lost : .stopped))
        #expect(apps.contains("mail", in: .default) && apps.hasLost("mail", in: .default) == isLost)
    }

    @Test("a dispatcher of other sessions, or of another app, is no successor")
    func others() {
        let room = SessionScope(session: Session(rawValue: "room"))
        var apps = AbsentApps()
        apps.update(status("a"))
        apps.update(status("a", .lost))
        apps.update(status("b", app: "kitchen"))
        apps.update(status("c", coverage: room))
        #expect(apps.contains("mail", in: .default))
        #expect(!apps.contains("kitchen", in: .default))
    }

    @Test("gone dispatchers make room for new ones")
    func bounded() {
        var apps = AbsentApps()
        for number in 0..<2 * AbsentApps.capacity {
            apps.update(status("\(number)", app: "app\(number)", .lost))
        }
        apps.update(status("a"))
        apps.update(status("a", .lost))
        #expect(apps.contains("mail", in: .default))
    }

    @Test("an app that no dispatcher had is unknown, while every dispatcher names its app")
    func unknown() {
        var apps = AbsentApps()
        #expect(apps.isUnknown("mail"))
        apps.update(status("a"))
        #expect(!apps.isUnknown("mail") && apps.isUnknown("Mail"))
        apps.update(status("a", .lost))
        #expect(!apps.isUnknown("mail"), "it is absent")
        func nameless(_ state: StageStatus.State) -> StageStatus {
            StageStatus(role: .dispatch, instance: "b", state: state, pid: 1, uptimeMs: 0)
        }
        apps.update(nameless(.ready))
        #expect(!apps.isUnknown("Mail"), "it may be the app of the dispatcher that names none")
        apps.update(nameless(.stopped))
        #expect(apps.isUnknown("Mail"))
    }
}
