import Foundation

/// A run of a benchmark, with all that one needs to compare it with another.
public struct BenchmarkRun: Sendable, Codable, Equatable {
    /// The benchmark's command with its arguments: `["scale", "--seconds", "10"]`.
    public var command: [String]
    /// The version of Saybus.
    var version: String
    /// Whether the program was built with optimization.
    var isOptimized: Bool
    /// The time at which the run began.
    var at: Date
    /// The duration of the run, in seconds.
    public var seconds: Double
    /// The processor and the memory: figures of different machines cannot be compared.
    var machine: Machine
    /// The load of the machine by other programs during the run.
    var load: MachineLoad
    /// The measured figures.
    public var figures: [Figure]

    /// Runs a benchmark.
    /// - Parameters:
    ///   - command: The benchmark's command with its arguments.
    ///   - version: The version of Saybus.
    ///   - benchmark: The benchmark.
    public static func run(
        _ command: [String], version: String, _ benchmark: () async throws -> [Figure]
    ) async throws -> BenchmarkRun {
        let (at, began, machine) = (Date(), ContinuousClock.now, Machine.current)
        let (figures, load) = try await MachineLoad.during(processors: machine.processors, benchmark)
        return BenchmarkRun(
            command: command, version: version, isOptimized: isOptimizedBuild, at: at,
            seconds: (ContinuousClock.now - began) / .seconds(1), machine: machine, load: load, figures: figures)
    }

    private static var isOptimizedBuild: Bool {
        #if DEBUG
            false
        #else
            true
        #endif
    }

    /// The reason why speed is not judged; nil when it is.
    public var doubt: String? {
        if load.isHigh, let share = load.share {
            return "other programs used \(Figure.whole(share * 100)) % of the processors meanwhile"
        }
        return isOptimized ? nil : "this is a debug build"
    }

    /// Returns the figures whose goals are missed.
    /// - Parameter judgesSpeed: Whether goals of speed count.
    public func missed(judgesSpeed: Bool) -> [Figure] {
        figures.filter { !$0.isMet && (judgesSpeed || !$0.isSpeed) }
    }

    /// The run in one line for people: version, machine, load and duration.
    public var headline: String {
        let share = load.share.map { "\(Figure.whole($0 * 100)) % used by others" } ?? "load unknown"
        return
            "Saybus \(version)\(isOptimized ? "" : " (debug build)") · \(machine) · \(share) · \(Figure.text(seconds)) s"
    }
}
