import SaybusBus
import SaybusMessages
import SaybusStage
import SaybusSupport

/// A barrier before a replay: waits until the stages that it needs are ready and have the catalogs of the apps.
struct StartBarrier: Sendable {
    /// The time allowed for ready recognizers to load the catalog. Some never report a catalog revision.
    private static let catalogTime = Duration.seconds(5)

    let roles: [Role]

    /// Waits for the stages.
    /// - Parameter statuses: A subscription created before the bus was ready.
    /// - Throws: `StageFailure` with code `unavailable`, which names the commands that start the missing
    ///   stages.
    func pass(_ bus: Bus, _ statuses: Subscription<StageStatus>, within timeout: Duration) async throws {
        await wait(bus, statuses, within: timeout) { missingRoles($0).isEmpty }
        let missing = missingRoles(bus.presence)
        guard missing.isEmpty else {
            let commands = missing.map { "saybus-\($0) --bus \(bus.address)" }.joined(separator: "; ")
            let names = missing.listed(separator: ", no ")
            throw StageFailure(
                .unavailable, "no \(names) stage is ready at \(bus.address); start: \(commands)")
        }
        await wait(bus, statuses, within: min(timeout, Self.catalogTime)) { knowsCatalog($0) }
    }

    private func missingRoles(_ presence: Presence) -> [Role] { roles.filter { !presence.isReady($0) } }

    /// Returns whether the required stages have a catalog; always true if no recognizer is required. A
    /// recognizer is ready before it has loaded the catalog, but understands nothing yet.
    private func knowsCatalog(_ presence: Presence) -> Bool {
        // The dispatch stage provides the catalog itself.
        let recognizers = roles.filter { $0 != .dispatch }
        guard !recognizers.isEmpty else { return true }
        let ready = presence.members.values.map(\.status).filter { $0.state == .ready }
        return roles.allSatisfy { role in ready.contains { $0.role == role && $0.catalogRevision != nil } }
    }

    private func wait(
        _ bus: Bus, _ statuses: Subscription<StageStatus>, within time: Duration,
        until isMet: @escaping @Sendable (Presence) -> Bool
    ) async {
        guard !isMet(bus.presence) else { return }
        _ = await statuses.firstElement(within: time) { _ in isMet(bus.presence) }
    }
}
