import Foundation
import SaybusSupport

/// The places of an app's secrets: a file that only its owner can read, and the environment.
struct SecretSource: Sendable {
    private static let maximumSize = 64 * 1024

    /// The secrets of the file.
    private var file: [String: String] = [:]
    private let environment: [String: String]

    init(environment: [String: String] = ProcessInfo.processInfo.environment) { self.environment = environment }

    /// Returns a secret; nil when it is in neither place, or empty.
    func value(_ name: String) -> String? {
        (file[name] ?? environment[name]).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Reads a file of lines `NAME=value`.
    /// - Returns: The reason why it is refused; nil when it was read.
    mutating func read(_ path: String) -> String? {
        let content: RegularFile
        do throws(FileReadError) {
            content = try RegularFile(path, atMost: Self.maximumSize)
        } catch {
            return "\(path) \(error)"
        }
        guard content.mode & 0o077 == 0 else {
            let mode = String(content.mode & 0o777, radix: 8)
            return "\(path) has the mode \(mode), so that others can read it: chmod 600 \(path)"
        }
        guard content.owner == geteuid() || content.owner == 0 else {
            return "\(path) belongs to another user: it must be yours"
        }
        for (index, line) in String(decoding: content.bytes, as: UTF8.self).split(
            separator: "\n", omittingEmptySubsequences: false
        ).enumerated() {
            let line = line.trimmingCharacters(in: .whitespaces)
            if line.isEmpty || line.hasPrefix("#") { continue }
            let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = parts[0].trimmingCharacters(in: .whitespaces)
            guard parts.count == 2, AppSecrets.isName(name) else {
                // The line itself is not shown.
                return "line \(index + 1) of \(path) must be NAME=value, with a name in capitals"
            }
            file[name] = parts[1].trimmingCharacters(in: .whitespaces)
        }
        return nil
    }
}
