import SaybusMessages
import SaybusSupport
import Synchronization

/// An injector of random faults into a campaign's programs, one after the other.
struct ChaosInjector: Sendable {
    /// The longest time for which a program is frozen: longer than the three seconds after which it counts as lost.
    private static let maximumFreezeMs = 5000
    /// The time for which the disk is full.
    private static let fullTime = Duration.seconds(2)
    /// The time after which a journal has caught up, once its disk has space: it tries once a second.
    private static let catchUpTime = Duration.milliseconds(1500)
    /// The time for which messages gather for a frozen stage before the broker is killed.
    private static let backlogTime = Duration.seconds(1)
    /// The farthest that a clock is set from the real time, in seconds.
    private static let farthestClock = 1800

    let programs: ChaosPrograms
    let faults: [ChaosFault]
    let sparesBroker: Bool
    let pause: Duration
    /// Counts each fault, by its name and its victim's.
    let counts = Counts()

    /// The number of each fault.
    final class Counts: Sendable {
        private let counts = Mutex<[String: Int]>([:])
        var all: [String: Int] { counts.withLock { $0 } }
        func add(_ fault: String) { counts.withLock { $0[fault, default: 0] += 1 } }
    }

    /// Injects faults until the task is cancelled.
    func run(seed: UInt64) async throws {
        var generator = SplitMix(seed: seed)
        let victims = programs.victims.filter { !sparesBroker || $0.role != .broker }
        try await withThrowingTaskGroup(of: Void.self) { thaws in
            // Frozen programs go on when the campaign ends.
            defer { for program in victims { program.thaw() } }
            while !Task.isCancelled {
                // The pause sets the rate of the faults: it waits for nothing.
                try await Task.sleep(for: pause)
                guard let victim = victims.randomElement(using: &generator),
                    let fault = faults.randomElement(using: &generator)
                else { return }
                switch fault {
                case .kill:
                    victim.kill()
                    counts.add("\(victim.name) was killed")
                case .freeze:
                    let time = Duration.milliseconds(Int.random(in: 100...Self.maximumFreezeMs, using: &generator))
                    guard victim.freeze() else { continue }
                    counts.add("\(victim.name) was frozen")
                    thaws.addTask {
                        try await Task.sleep(for: time)
                        victim.thaw()
                    }
                case .backlog:
                    guard !sparesBroker, victim.role != .broker, victim.freeze() else { continue }
                    try await Task.sleep(for: Self.backlogTime)
                    for program in victims where program.role == .broker { program.kill() }
                    victim.thaw()
                    counts.add("the broker was killed with a backlog")
                case .disk:
                    guard programs.fillDisk() else { continue }
                    try? await Task.sleep(for: Self.fullTime)
                    programs.freeDisk()
                    try await Task.sleep(for: Self.catchUpTime)
                    counts.add("the journals' disk was full")
                case .clock:
                    let seconds = Int.random(in: -Self.farthestClock...Self.farthestClock, using: &generator)
                    guard try programs.setClock(of: victim, to: seconds) else { continue }
                    counts.add("\(victim.name)'s clock was set")
                }
            }
        }
    }
}
