import SaybusBus
import SaybusMessages
import SaybusStage

/// Waits until the stages that a replay needs are at work: ready, and knowing what the apps understand.
struct StartBarrier: Sendable {
    /// How long recognizers may take to learn the catalog after they are ready; some never tell that they have.
    private static let catalogTime = Duration.seconds(5)

    let roles: [String]

    /// Waits.
    /// - Parameter statuses: Subscribed to before the bus was ready.
    /// - Throws: ``StageFailure`` with code `unavailable`, with the command that starts what is missing.
    func pass(_ bus: Bus, _ statuses: Subscription<StageStatus>, within timeout: Duration) async throws {
        await wait(bus, statuses, within: timeout) { missingRoles($0).isEmpty }
        let missing = missingRoles(bus.presence)
        guard missing.isEmpty else {
            let commands = missing.map { "saybus-\($0) --bus \(bus.address)" }.joined(separator: "; ")
            throw StageFailure(
                .unavailable,
                "no \(missing.joined(separator: ", no ")) stage is ready at \(bus.address); start: \(commands)")
        }
        await wait(bus, statuses, within: min(timeout, Self.catalogTime)) { knowsCatalog($0) }
    }

    private func missingRoles(_ presence: Presence) -> [String] { roles.filter { !presence.isReady($0) } }

    /// A recognizer is ready before it knows the catalog: asked in that moment, it would understand nothing.
    private func knowsCatalog(_ presence: Presence) -> Bool {
        // Who carries commands out knows them.
        let recognizers = roles.filter { $0 != "dispatch" }
        guard !recognizers.isEmpty else { return true }
        let ready = presence.members.values.map(\.status).filter { $0.state == .ready }
        return roles.allSatisfy { role in ready.contains { $0.role == role && $0.catalogRevision != nil } }
    }

    private func wait(
        _ bus: Bus, _ statuses: Subscription<StageStatus>, within time: Duration,
        until isMet: @escaping @Sendable (Presence) -> Bool
    ) async {
        guard !isMet(bus.presence) else { return }
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                do { for try await _ in statuses where isMet(bus.presence) { return } } catch {}
            }
            group.addTask {
                // The time limit itself.
                try? await Task.sleep(for: time)
            }
            await group.next()
            group.cancelAll()
        }
    }
}
