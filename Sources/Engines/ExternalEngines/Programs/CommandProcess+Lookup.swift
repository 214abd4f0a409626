import Foundation
import SaybusStage

extension CommandProcess {
    /// Checks that a program exists, so that a misspelt name is reported when the stage starts and not at the first
    /// turn.
    ///
    /// The check cannot tell whether the program works.
    /// - Parameter command: A program and its arguments, as they stand after `--`.
    /// - Throws: `StageFailure` with code `usage` when the command is empty, `unavailable` when the program is
    ///   not found.
    public static func check(_ command: [String]) throws(StageFailure) {
        guard let program = command.first else {
            throw StageFailure(.usage, "--engine command needs a program and its arguments after --")
        }
        guard path(of: program) != nil else {
            throw StageFailure(
                .unavailable, "\(program) is no program that can be started here: give its path, or install it")
        }
    }

    /// Returns the path of an executable; nil when it is not found.
    /// - Parameter program: A path, or a name that is looked up in the folders of `PATH`.
    public static func path(of program: String) -> String? {
        guard !program.contains("/") else { return isProgram(program) ? program : nil }
        // The same search as in posix_spawnp.
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
