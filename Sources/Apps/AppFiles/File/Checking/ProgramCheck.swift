import Foundation

/// A check for programs of `exec` that this machine does not have.
struct ProgramCheck {
    let file: String
    let app: App
    let map: AppFileMap
    /// The folders in which programs are looked up by name.
    var folders = (ProcessInfo.processInfo.environment["PATH"] ?? ProgramRunner.defaultPath)
        .split(separator: ":").map(String.init)

    /// The findings, one for each program.
    var findings: [AppFinding] {
        let own = app.commands.flatMap { command in command.actions.map { ($0, map.commands[command.type]) } }
        let answers = app.requests.sorted { $0.key < $1.key }.flatMap { name, request in
            request.outcomes.flatMap(\.self).map { ($0, map.requests[name]) }
        }
        var told: Set<String> = []
        return (own + answers + app.notUnderstood.map { ($0, nil) }).flatMap { action, place in
            ([action] + action.schedules.flatMap(\.actions)).compactMap { action in
                guard case .exec(let exec) = action, !isInstalled(exec.program), told.insert(exec.program).inserted
                else { return nil }
                return AppFinding(
                    .program, file, place,
                    "exec: there is no program \(exec.program) here; where the app runs, it must be installed")
            }
        }
    }

    private func isInstalled(_ program: String) -> Bool {
        if program.hasPrefix("/") { return access(program, X_OK) == 0 }
        guard !program.contains("/") else {
            // Without a folder, as in an editor, nobody knows where the path begins.
            return app.folder.map { access("\($0)/\(program)", X_OK) == 0 } ?? true
        }
        return folders.contains { access("\($0)/\(program)", X_OK) == 0 }
    }
}
