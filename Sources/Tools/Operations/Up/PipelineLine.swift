import SaybusMessages
import SaybusSupport
import SaybusTerminal

/// The states of all stages of a pipeline in one line. Pure.
enum PipelineLine {
    /// The order of the states in the line.
    private static let order = [
        "ready", "standby", "problem", "starting", "draining", "waiting", "failed", "lost", "stopping", "stopped",
        "finished",
    ]

    /// Returns the line, such as `ready: broker, intent · starting: transcribe`.
    /// - Parameter columns: The most columns; nil for any number. Names of ready stages give way to their number.
    static func text(_ stages: [ExpectedStage], columns: Int? = nil) -> String {
        let groups = Dictionary(grouping: stages, by: \.word)
        func line(_ shortened: Set<String>) -> String {
            groups.sorted { rank($0.key) < rank($1.key) }.map { word, stages in
                "\(word): "
                    + (shortened.contains(word)
                        ? "\(stages.count)" : stages.map { described($0) }.joined(separator: ", "))
            }.joined(separator: " · ")
        }
        let full = line([])
        guard let columns, full.displayWidth > columns else { return full }
        let short = line(["ready"])
        return short.displayWidth > columns ? line(["ready", "standby", "starting", "stopping", "finished"]) : short
    }

    private static func described(_ stage: ExpectedStage) -> String {
        let (program, name) = (stage.program, stage.program.instance)
        guard program.state == .waiting, let next = program.nextStartMs else { return name }
        return "\(name) (\(next < 1000 ? "starts now" : "starts in \(Milliseconds.age(next))")"
            + (program.restarts > 0 ? ", start \(program.restarts + 2))" : ")")
    }

    private static func rank(_ word: String) -> Int { order.firstIndex(of: word) ?? order.count }
}
