import SaybusBus
import SaybusMessages
import SaybusStage

/// The stages that a request needs and the bus lacks, with the commands that start them. Pure.
struct MissingStages {
    /// The roles without a ready stage.
    let roles: [String]

    /// Compares the needed roles with those that are present.
    init(_ needed: [String], in presence: Presence) { roles = needed.filter { !presence.isReady($0) } }

    /// Returns a failure that names the missing stages and what starts them; nil when none is missing.
    func failure(at address: BusAddress) -> StageFailure? {
        guard !roles.isEmpty else { return nil }
        let commands = roles.map { role in
            role == "dispatch"
                ? "saybus-dispatch --bus \(address) --app FILE" : "saybus-\(role) --bus \(address)"
        }
        let stages =
            roles.count == 1
            ? "no \(roles[0]) stage is ready" : "no stages are ready for \(roles.joined(separator: ", "))"
        return StageFailure(
            .unavailable,
            "\(stages) at \(address); start a whole pipeline with: saybus up --bus \(address), or only what is missing with: \(commands.joined(separator: "; "))"
        )
    }
}
