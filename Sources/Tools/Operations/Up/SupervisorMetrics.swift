import SaybusMessages
import SaybusStage
import SaybusTelemetry

/// The metrics of the supervisor itself: its programs.
public enum SupervisorMetrics {
    static let running = MetricDescription(
        "saybus_program_running", .gauge, ["role", "program"], "1 while the program's process runs, else 0.")
    static let restarts = MetricDescription(
        "saybus_program_restarts_total", .counter, ["role", "program"], "Times that the program was started again.")
    /// All metrics that only the supervisor has.
    public static let all = [running, restarts]

    /// Returns the metrics with a sample for each of the programs.
    static func families(_ programs: [SupervisedProgram]) -> [MetricFamily] {
        func labels(_ program: SupervisedProgram) -> MetricLabels {
            ["role": program.role.rawValue, "program": program.instance]
        }
        return [
            running.family(programs.map { (labels($0), $0.state == .running && $0.pid != nil ? 1 : 0) }),
            restarts.family(programs.map { (labels($0), Double($0.restarts)) }),
        ]
    }
}
