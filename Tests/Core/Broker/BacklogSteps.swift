@testable import SaybusBroker

/// The steps of a backlog monitor by name.
struct BacklogSteps {
    private var monitor: BacklogMonitor

    init(limit: Int) { monitor = BacklogMonitor(limit: limit) }

    mutating func steps(_ bytes: [Int]) -> [String] { bytes.map { "\(monitor.step(bytes: $0))" } }
}
