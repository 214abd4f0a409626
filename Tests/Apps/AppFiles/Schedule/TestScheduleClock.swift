import SaybusMessages
import SaybusTesting
import Synchronization

@testable import SaybusAppFiles

/// Clocks that only the test advances and sets.
final class TestScheduleClock: ScheduleClock {
    private let manual = ManualClock()
    private let beginning: ManualClock.Instant
    private let start: ScheduleMoment
    private let shift = Mutex(0.0)
    private let zone: @Sendable (Double) -> Int

    /// - Parameters:
    ///   - wall: The Unix time at the beginning.
    ///   - steady: The steady time at the beginning.
    ///   - boot: The start of the machine.
    ///   - zone: The seconds by which local time is ahead of UTC at a Unix time.
    init(
        wall: Double = 1_795_510_800, steady: Double = 1000, boot: String = "first",
        zone: @escaping @Sendable (Double) -> Int = { _ in 0 }
    ) {
        beginning = manual.now
        (start, self.zone) = (ScheduleMoment(wall: wall, steady: steady, boot: boot), zone)
    }

    var now: ScheduleMoment {
        let passed = Double(beginning.duration(to: manual.now).components.seconds)
        return ScheduleMoment(
            wall: start.wall + passed + shift.withLock(\.self), steady: start.steady + passed, boot: start.boot)
    }

    func offset(at unixTime: Double) -> Int { zone(unixTime) }

    func sleep(for time: Duration) async { try? await manual.sleep(for: time) }

    /// Sets the wall clock, as NTP or a person does.
    func setWall(by seconds: Double) { shift.withLock { $0 += seconds } }

    /// Advances all clocks in steps, each after somebody sleeps, or at least so many tasks.
    func pass(_ seconds: Double, sleepers: Int = 1) async throws {
        var rest = seconds
        while rest > 0 {
            try await manual.waitForSleepers(sleepers)
            let step = min(rest, 5)
            manual.advance(by: .seconds(step))
            rest -= step
        }
    }
}

/// A room that records the played events.
final class RoomDouble: SchedulePlayer {
    /// The played sequences, as their words; a sound without words is `*`.
    let played = Watched<[String]>([])
    /// Whether an audio stage plays sequences.
    let isAudible = Watched(true)
    /// The sequences that no audio stage has played.
    let unheard = Watched<[String]>([])
    /// The kinds of what was never heard.
    let missed = Watched<[String]>([])
    let silenced = Watched(0)
    /// The number of lines that actions have logged.
    let logged = Watched(0)
    /// The kinds of what was interrupted.
    let interrupted = Watched<[String]>([])
    /// The reasons for which actions were not run.
    let omitted = Watched<[String]>([])
    /// Whether the programs of actions have ended. Until then the actions wait.
    let haveProgramsEnded = Watched(true)

    func run(_ plan: ActionPlan, in session: Session, _ what: String) async -> [AudioEvent] {
        var plan = plan
        while true {
            switch plan.next() {
            case .run:
                guard (try? await haveProgramsEnded.require("the end of a program") { $0 }) != nil else { return [] }
                plan.programEnded(.success(ProgramOutput(bytes: [])))
            case .done(let outcome):
                logged.change { $0 += outcome.logs.count }
                return outcome.events
            default: return []
            }
        }
    }

    func play(_ events: [AudioEvent], in session: Session) async -> HeardPart {
        let words = AudioEvent.composite(events).spokenText
        let isAudible = isAudible.value
        (isAudible ? played : unheard).change { $0.append("\(session): \(words.isEmpty ? "*" : words)") }
        return isAudible ? .whole : .nothing
    }

    func silence(_ session: Session) async { silenced.change { $0 += 1 } }

    func logInterruption(of what: String, in session: Session) async { interrupted.change { $0.append(what) } }

    func logOmission(of what: String, _ reason: String, in session: Session) async {
        omitted.change { $0.append(reason) }
    }

    func logUnheard(_ what: String, in session: Session) async { missed.change { $0.append(what) } }

    func report(_ problem: String) async { played.change { $0.append("problem: \(problem)") } }
}
