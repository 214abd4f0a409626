import Foundation
import SaybusMessages
import SaybusTesting
import Testing

@testable import SaybusAppFiles

/// A schedule in a file of its own, whose clock the test advances.
final class ScheduleBench: Sendable {
    let clock: TestScheduleClock
    let room: RoomDouble
    let schedule: AppSchedule
    let app: App
    private let task: Task<Void, Never>

    init(
        _ folder: TemporaryFolder, clock: TestScheduleClock = TestScheduleClock(), app: App? = nil,
        serves: @escaping @Sendable (Session) -> Bool = { _ in true }
    ) throws {
        let app = try app ?? App(yaml: ScheduleBench.yaml, file: "k.yaml")
        let room = RoomDouble()
        (self.clock, self.app, self.room) = (clock, app, room)
        let store = AppStore(path: folder.path + "/k.sqlite")
        let schedule = AppSchedule(store: store, clock: clock, serves: serves, app: { app })
        self.schedule = schedule
        task = Task { await schedule.run(room) }
    }

    func set(_ command: String, _ values: [String: String] = [:], in session: Session = .default) async throws {
        let schedules = app.command(command)?.actions.flatMap(\.schedules) ?? []
        let action = Action.schedule(try #require(schedules.first))
        var given = ActionValues()
        for (name, value) in values { given[name] = .text(value) }
        guard case .set(let order) = try action.memoryRequest(given) else { return }
        try await schedule.set(order, in: session)
    }

    func left(_ query: ScheduleQuery = ScheduleQuery(), in session: Session = .default) async throws -> String {
        let items = try await schedule.remaining(query, in: session)
        return ScheduleSentences(app).remaining(items, query, say: nil, none: nil)
    }

    /// Lets time pass until a number of things were played.
    func play(_ count: Int) async throws {
        while room.played.value.count < count { try await clock.pass(5) }
    }

    /// Ends the program, as SIGTERM does.
    func stop() async {
        task.cancel()
        await task.value
    }

    /// The app with the schedules of the tests.
    static let yaml = """
        app: k
        commands:
          Timer:
            patterns: [timer, "timer @length called @name"]
            do:
              - after: {time: "{length|10min}", name: "{name|}", do: [{log: x}, {speak: "Your {label} is over."}]}
          Slow:
            patterns: [slow]
            do:
              - after: {time: 10s, do: [{exec: [date]}, {log: x}, {speak: Done.}]}
          SlowAndShort:
            patterns: [slow and short]
            do:
              - after: {time: 10s, ring-time: 12s, do: [{exec: [date]}, {log: x}, {speak: Done.}]}
          Alarm:
            patterns: [alarm]
            do:
              - every: {time: "7:00", do: [{speak: "Good morning."}], ring-time: 12s}
          At:
            patterns: ["wake me at @time:Time"]
            do:
              - at: {time: "{time}"}
          On:
            patterns: ["wake me at @time:Time on @day:Date"]
            do:
              - at: {time: "{time}", day: "{day}"}
          Told:
            patterns: ["tell me at @time:Time on @day:Date"]
            do:
              - at: {time: "{time}", day: "{day}", do: [{speak: "You said {day.words} at {time.words}."}]}
          Reminder:
            patterns: [reminder]
            do:
              - after: {kind: reminder, time: "1h", name: tea, ring: false, late: "Tea was due {ago} ago.", do: [{speak: "Tea."}]}
        """
}
