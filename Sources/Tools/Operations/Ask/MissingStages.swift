import SaybusBus
import SaybusMessages
import SaybusStage

/// Says at once which stages a request needs and has not, and which command starts them. Pure.
struct MissingStages {
    /// The roles that nobody has.
    let roles: [String]

    /// What is missing of the needed roles.
    init(_ needed: [String], in presence: Presence) { roles = needed.filter { !presence.isReady($0) } }

    /// The sentence; nil when nothing is missing.
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
