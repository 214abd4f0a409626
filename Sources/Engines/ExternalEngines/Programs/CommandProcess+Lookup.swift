import Foundation
import SaybusStage

extension CommandProcess {
    /// Makes sure that there is a program to start: a misspelt one is told at the start and not at the first turn.
    ///
    /// Whether it works, only its start can tell.
    /// - Parameter command: A program and its arguments, as they stand after `--`.
    /// - Throws: ``StageFailure`` with code `usage` when there is none, `unavailable` when it is nowhere.
    public static func check(_ command: [String]) throws(StageFailure) {
        guard let program = command.first else {
            throw StageFailure(.usage, "--engine command needs a program and its arguments after --")
        }
        guard path(of: program) != nil else {
            throw StageFailure(
                .unavailable, "\(program) is no program that can be started here: give its path, or install it")
        }
    }

    /// Where a program is that can be started: at its path, or, by its name alone, in a folder of `PATH`; nil when it is nowhere.
    public static func path(of program: String) -> String? {
        guard !program.contains("/") else { return isProgram(program) ? program : nil }
        // As posix_spawnp looks for it.
        let folders = ProcessInfo.processInfo.environment["PATH"] ?? "/bin:/usr/bin"
        return folders.split(separator: ":", omittingEmptySubsequences: false)
            .map { "\($0.isEmpty ? "." : $0)/\(program)" }.first(where: isProgram)
    }

    private static func isProgram(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder.boolValue
            && FileManager.default.isExecutableFile(atPath: path)
    }
}
