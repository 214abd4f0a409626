import Foundation
import SaybusBus
import SaybusMessages
import SaybusStage

/// The checks of the bus: its directory, its broker, its stages.
struct BusChecks {
    let address: BusAddress
    var user = getuid()

    func findings() async -> [Finding] {
        let directory = directory()
        guard directory?.state != .missing else { return directory.map { [$0] } ?? [] }
        return (directory.map { [$0] } ?? []) + (await broker())
    }

    /// Checks that other users cannot enter the directory of the sockets; nil for tcp.
    func directory() -> Finding? {
        guard let path = address.directory else { return nil }
        var status = stat()
        guard lstat(path, &status) == 0 else {
            let parent = (path as NSString).deletingLastPathComponent
            return access(parent, W_OK | X_OK) == 0
                ? Finding("bus directory", .good, "\(path) will be made by the broker")
                : Finding(
                    "bus directory", .missing, "\(path) is not there and cannot be made in \(parent)",
                    remedy: "choose a directory of your own with --bus ipc:///directory, or set XDG_RUNTIME_DIR")
        }
        let mode = String(status.st_mode & 0o777, radix: 8)
        guard status.st_mode & S_IFMT == S_IFDIR else {
            return Finding("bus directory", .missing, "\(path) is no directory", remedy: "choose another --bus")
        }
        guard status.st_uid == user else {
            return Finding(
                "bus directory", .missing, "\(path) belongs to user \(status.st_uid)",
                remedy: "choose a directory of your own with --bus ipc:///directory")
        }
        guard status.st_mode & 0o077 == 0 else {
            return Finding(
                "bus directory", .missing, "\(path) is open to others, mode \(mode)", remedy: "chmod 700 \(path)")
        }
        return Finding("bus directory", .good, "\(path), mode \(mode)")
    }

    private func broker() async -> [Finding] {
        do {
            let client = try ClientConnection("doctor", at: address, wait: .zero, tracking: [])
            let catalogs = client.bus.subscribe(Catalog.self)
            let found = try await withClosing(client.bus) {
                try await client.ready([], wait: .zero)
                return [Finding("broker", .good, "answers at \(address)")] + stages(client.bus.presence)
            }
            // Messages that have arrived wait in the subscription, which ends with the bus.
            var registry = CatalogRegistry()
            for try await catalog in catalogs { _ = registry.update(catalog) }
            return found + PhraseChecks(catalogs: registry.all).findings()
        } catch {
            let problem = error as? BusError
            // A broker that refuses this client exists: starting another one would not help.
            let remedy =
                problem?.code == .refused
                ? "a key that its policy names, with what it may say and hear: saybus keys --help"
                : "saybus up --bus \(address)"
            return [
                Finding("broker", .hint, "\(problem?.reason.split(separator: ";").first ?? "\(error)")", remedy: remedy)
            ]
        }
    }

    /// Returns a finding for each role of the pipeline: its ready stages, or why there is none.
    func stages(_ presence: Presence) -> [Finding] {
        let members = presence.members.values.map(\.status)
        return ["listen", "transcribe", "intent", "dispatch", "audio"].map { role in
            let ready = members.filter { $0.role == role && $0.state == .ready }.sorted { $0.instance < $1.instance }
            if !ready.isEmpty {
                let problem = ready.lazy.compactMap(\.problem).first
                return Finding(
                    "\(role) stage", problem == nil ? .good : .hint,
                    "ready: \(ready.map(\.instance).joined(separator: ", "))" + (problem.map { "; \($0)" } ?? ""))
            }
            let trouble = members.first { $0.role == role }.map { status in
                "\(status.instance) is \(status.state.rawValue)" + (status.problem.map { ": \($0)" } ?? "")
            }
            return Finding("\(role) stage", .hint, trouble ?? "none", remedy: "saybus-\(role) --bus \(address)")
        }
    }
}
