import Foundation

extension CommandProcess {
    /// Where a program is that can be started: at its path, or, by its name alone, in a folder of `PATH`; nil when it is nowhere.
    ///
    /// Tells a misspelt one at the start and not at the first turn; whether it works, only its start can tell.
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
