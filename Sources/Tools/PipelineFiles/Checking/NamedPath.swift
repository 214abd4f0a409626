import Foundation
import Glibc

/// The way in which an option of a stage names a file or folder.
enum NamedPath {
    /// It must exist.
    case required
    /// A file with a secret, which must exist: its program refuses one that others can read.
    case secret
    /// A file with a secret, which its program makes where there is none.
    case madeSecret
    /// A name of something else, unless it begins with a slash.
    case absolute
    /// A file of sound that its program makes, behind `wav:` or `flac:`; other values name none.
    case madeSound

    /// The options, by the programs without `saybus-`.
    private static let options: [String: [String: NamedPath]] = [
        "audio": ["sink": .madeSound],
        "console": ["app": .required, "recordings": .required, "tls": .required, "token-file": .madeSecret],
        "dispatch": ["sentences": .required, "token-file": .secret],
        "esphome": ["encryption-key-file": .madeSecret],
        "intent": ["edits": .required, "model": .required],
        "link": [
            "ca": .required, "certificate": .required, "certificate-key": .secret, "credentials": .secret,
            "nkey-seed": .secret,
        ],
        "listen": ["wake-model": .required, "wav": .required],
        "mqtt": [
            "ca": .required, "certificate": .required, "certificate-key": .secret, "hermes-intents": .required,
            "password-file": .secret,
        ],
        "transcribe": ["model": .absolute], "wyoming": ["model": .absolute],
    ]

    /// Finds the way of an option; nil for one that names no path.
    init?(_ option: String, of program: String) {
        guard let own = Self.options[program]?[option] else { return nil }
        self = own
    }

    /// Returns the path in a value of the option; nil when it names none.
    func path(in value: String) -> String? {
        switch self {
        case .required, .secret, .madeSecret: return value
        case .absolute: return value.hasPrefix("/") ? value : nil
        case .madeSound:
            let parts = value.split(separator: ":", maxSplits: 1)
            return parts.count == 2 && ["wav", "flac"].contains(parts[0]) ? String(parts[1]) : nil
        }
    }

    /// Returns why a stage would not run with a path; nil when it would.
    func finding(of path: String, _ option: String) -> NamedFinding? {
        switch self {
        case .required, .absolute: return Self.unreadable(path, option)
        case .secret: return Self.unreadable(path, option) ?? Self.openSecret(path, option)
        case .madeSecret:
            return access(path, F_OK) == 0 ? Self.openSecret(path, option) : Self.withoutFolder(path, option)
        case .madeSound: return Self.withoutFolder(path, option)
        }
    }

    private static func unreadable(_ path: String, _ option: String) -> NamedFinding? {
        guard access(path, R_OK) != 0 else { return nil }
        let number = errno
        return NamedFinding(path, number, "\(path) of \(option) cannot be read: \(String(cString: strerror(number)))")
    }

    private static func openSecret(_ path: String, _ option: String) -> NamedFinding? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & 0o077 != 0 else { return nil }
        return .problem("others can read the secret in \(path) of \(option): chmod 600 \(path)")
    }

    private static func withoutFolder(_ path: String, _ option: String) -> NamedFinding? {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        guard access(folder, F_OK) != 0 else { return nil }
        let number = errno
        return NamedFinding(folder, number, "there is no folder \(folder) for the file of \(option): make it")
    }
}
