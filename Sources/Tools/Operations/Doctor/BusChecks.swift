import Foundation
import SaybusBroker
import SaybusBus
import SaybusMessages
import SaybusStage

/// The checks of the bus: its directory, its broker, its stages.
struct BusChecks {
    let address: BusAddress
    var user = getuid()
    /// The fewest free bytes of the disk.
    var least = FolderSpace.minimum
    /// Returns whether the process of a stage runs on this machine.
    var runs: @Sendable (StageStatus) -> Bool = { ClientConnection.runs($0) }

    func findings() async -> [Finding] {
        guard let directory = directory() else { return await broker() }
        guard directory.state != .missing else { return [directory] }
        return [space() ?? directory] + (await broker())
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
                remedy: "run as that user, or choose a directory of your own with --bus ipc:///directory")
        }
        guard status.st_mode & 0o077 == 0 else {
            return Finding(
                "bus directory", .missing, "\(path) is open to others, mode \(mode)", remedy: "chmod 700 \(path)")
        }
        return Finding("bus directory", .good, "\(path), mode \(mode)")
    }

    /// Checks that the directory has room; nil when it has, and for tcp. Without room, the bus goes on.
    func space() -> Finding? {
        guard let path = address.directory, access(path, F_OK) == 0,
            let problem = FolderSpace.problem(in: path, least: least)
        else { return nil }
        return Finding(
            "bus directory", .missing, "\(problem.text); open turns are not remembered across a restart",
            remedy: "\(problem.remedy), or choose another --bus")
    }

    private func broker() async -> [Finding] {
        do {
            let client = try ClientConnection(.doctor, at: address, wait: .zero, tracking: [])
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
            let reason = problem?.reason.split(separator: ";").first.map(String.init) ?? "\(error)"
            // A broker that runs and does not answer keeps everything from working, also a new one from starting.
            let hangs = problem?.code == .noBroker && address.directory != nil && BrokerProbe.obstacle(address) == nil
            return [Finding("broker", hangs ? .missing : .hint, reason, remedy: remedy(for: problem))]
        }
    }

    /// Returns the remedy when no broker answers. Another broker would not help where one runs already.
    private func remedy(for problem: BusError?) -> String {
        if problem?.code == .refused {
            return "a key that its policy names, with what it may say and hear: saybus keys --help"
        }
        if address.directory == nil {
            return
                "saybus up --bus \(address) on the broker's machine; from another one, check address, port and firewall"
        }
        switch BrokerProbe.obstacle(address) {
        case .absent: return "saybus up\(address.option)"
        case .forbidden: return "run as the user of the broker, or choose a bus of your own with --bus ipc:///directory"
        case nil:
            if let process = AbstractSocketLock.process(.broker, of: address.directory ?? "") {
                return ClientConnection.continuation(of: process)
            }
            return
                "continue or end the program that holds its socket, but does not answer: fuser \(address.directory ?? "")/subscribe finds it"
        }
    }

    /// Returns a finding for each role of the pipeline, and for each further stage that a supervisor keeps running: its
    /// ready stages, or why there is none.
    func stages(_ presence: Presence, now: Int64 = WallClock.microseconds()) -> [Finding] {
        let members = presence.members.values.map(\.status).sorted { $0.instance < $1.instance }
        let expected = ExpectedStage.list(members)
        let roles: [Role] = [.listen, .transcribe, .intent, .dispatch, .audio]
        let further = Set(expected.map(\.program.role)).subtracting(roles + [.broker]).sorted()
        return lostSupervisors(presence, now) + refusals(members, expected)
            + (roles + further).flatMap { role in
                findings(
                    role, members.filter { $0.role == role }, expected.filter { $0.program.role == role },
                    hasSupervisor: !expected.isEmpty, now: now)
            }
    }

    /// Returns a finding for each supervisor that was lost of late, unless another one is there.
    private func lostSupervisors(_ presence: Presence, _ now: Int64) -> [Finding] {
        let supervisors = presence.members.values.filter { $0.status.supervises != nil }
        guard supervisors.allSatisfy({ $0.status.state.isGone }) else { return [] }
        return supervisors.filter { member in
            let age = member.at.map { now.subtractingReportingOverflow($0) }
            return member.status.state == .lost
                && age.map { !$0.overflow && $0.partialValue <= StatusReport.retention } ?? true
        }.map(\.status).sorted { $0.instance < $1.instance }.map { status in
            // One that has ended has no process to continue, and another program may have its number now.
            let isHung = address.directory != nil && runs(status)
            let ending = isHung ? "\(ClientConnection.continuation(of: status.pid)), and " : ""
            return Finding(
                "pipeline", .hint,
                "\(status.instance) \(status.problem ?? "is lost"): "
                    + (isHung
                        ? "its process hangs, or its key is refused; stages that hang are not started again"
                        : "no stage that ends is started again"),
                remedy: "\(ending)start it again: saybus up\(address.option)")
        }
    }

    /// Returns a finding for each supervisor that goes on with a former pipeline. The troubles of its programs are
    /// findings of their roles.
    private func refusals(_ members: [StageStatus], _ expected: [ExpectedStage]) -> [Finding] {
        members.filter { $0.supervises != nil && !$0.state.isGone }.compactMap(\.problem)
            .filter { problem in !expected.contains { $0.isConcerned(by: problem) } }
            .map { Finding("pipeline", .hint, $0, remedy: "mend the file; saybus up reads it again at once") }
    }

    private func findings(
        _ role: Role, _ members: [StageStatus], _ expected: [ExpectedStage], hasSupervisor: Bool, now: Int64
    ) -> [Finding] {
        let subject = "\(role) stage"
        let absent = expected.filter { $0.isAbsent && $0.program.state != .finished }
        let ready = members.filter { $0.state == .ready }
        // A stage that is expected and does not come is missing, whether or not another one works in its place.
        let missing = absent.map { stage in
            Finding(
                subject, .missing, stage.trouble(now: now) ?? "\(stage.program.instance) is \(stage.word)",
                remedy: stage.program.lastEnd == nil
                    ? nil : "mend what it says; saybus up starts it again, and its log has more")
        }
        let unsteady = expected.filter { !$0.isAbsent }.compactMap { $0.trouble(now: now) }.map {
            Finding(subject, .hint, $0)
        }
        if !ready.isEmpty {
            let problem = ready.lazy.compactMap(\.problem).first
            let names = ready.map(\.instance).joined(separator: ", ")
            let found = Finding(
                subject, problem == nil ? .good : .hint, "ready: \(names)" + (problem.map { "; \($0)" } ?? ""))
            let unserved = UnservedConversations(role, among: members).map { Finding(subject, .missing, $0.trouble) }
            return [found] + (unserved.map { [$0] } ?? []) + missing + unsteady
        }
        guard missing.isEmpty else { return missing }
        if expected.contains(where: { $0.program.state == .finished }) {
            return [Finding(subject, .good, "has come to the end of its work")]
        }
        guard let status = members.first else {
            let start = "saybus-\(role) --bus \(address)"
            return [
                hasSupervisor
                    ? Finding(
                        subject, .hint, "none, and the pipeline that runs has none", remedy: "if you want one: \(start)"
                    )
                    : Finding(subject, .hint, "none", remedy: start)
            ]
        }
        let trouble = "\(status.instance) is \(status.state.rawValue)" + (status.problem.map { ": \($0)" } ?? "")
        let remedy: String? =
            switch status.state {
            case .starting, .draining, .standby, .ready: nil
            case .failed where status.problem != nil: "mend that, then start it again: saybus-\(role) --bus \(address)"
            case .failed, .stopped, .lost: "saybus-\(role) --bus \(address)"
            }
        return [Finding(subject, .hint, trouble, remedy: remedy)] + unsteady
    }
}
