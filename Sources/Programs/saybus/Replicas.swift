import ArgumentParser
import SaybusOperations

/// A number of replicas of a stage, written `role=n`.
struct Replicas: ExpressibleByArgument {
    let role: String
    let count: Int

    init?(argument: String) {
        let parts = argument.split(separator: "=", omittingEmptySubsequences: false)
        guard parts.count == 2, PipelinePlan.replicable.contains(String(parts[0])), let count = Int(parts[1]),
            (1...64).contains(count)
        else { return nil }
        (role, self.count) = (String(parts[0]), count)
    }
}
