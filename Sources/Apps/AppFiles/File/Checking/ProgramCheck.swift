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
            action.withScheduled.compactMap { action in
                guard case .exec(let exec) = action, !isInstalled(exec.program), told.insert(exec.program).inserted
                else { return nil }
                return AppFinding(
                    .program, file, place,
                    "exec: there is no program \(exec.program) here that can be run; where the app runs, it must be installed"
                )
            }
        }
    }

    private func isInstalled(_ program: String) -> Bool {
        if program.hasPrefix("/") { return canBeRun(program) }
        guard !program.contains("/") else {
            // Without a folder, as in an editor, nobody knows where the path begins.
            return app.folder.map { canBeRun("\($0)/\(program)") } ?? true
        }
        return folders.contains { canBeRun("\($0)/\(program)") }
    }

    private func canBeRun(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder.boolValue
            && access(path, X_OK) == 0
    }
}
