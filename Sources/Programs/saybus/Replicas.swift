import ArgumentParser
import SaybusMessages
import SaybusOperations

/// A number of replicas of a stage, written `role=n`.
struct Replicas: ExpressibleByArgument {
    let role: Role
    let count: Int

    init?(argument: String) {
        let parts = argument.split(separator: "=", omittingEmptySubsequences: false)
        guard parts.count == 2, PipelinePlan.replicable.contains(Role(String(parts[0]))), let count = Int(parts[1]),
            (1...64).contains(count)
        else { return nil }
        (role, self.count) = (Role(String(parts[0])), count)
    }
}
