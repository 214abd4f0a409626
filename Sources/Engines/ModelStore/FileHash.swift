import SaybusProcesses

/// The SHA-256 of files, computed by `sha256sum`, which every Debian has: the package is essential.
enum FileHash {
    /// Returns the hash of a file's content in hexadecimal digits.
    static func sha256(of path: String) async throws -> String {
        let run = try await ProcessCommand("sha256sum", ["--binary", "--", path])
            .capture(limit: 64 << 10, timeout: .seconds(600))
        let result: CapturedRun
        do {
            result = try run.get()
        } catch {
            throw ModelError(
                .damaged, "\(path) cannot be checked, since sha256sum (coreutils) does not run: \(error)")
        }
        // A backslash at the front tells that the name is escaped.
        let hash = result.output.text.drop { $0 == "\\" }.prefix { $0.isHexDigit }
        guard result.termination == .exited(0), hash.count == 64 else {
            throw ModelError(.damaged, "\(path) cannot be checked: \(result.errors.text.prefix(200))")
        }
        return String(hash)
    }
}
