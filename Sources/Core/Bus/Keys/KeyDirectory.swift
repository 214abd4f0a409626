import Foundation
import Glibc
import SaybusMessages
import SaybusSupport
import SaybusZeroMQ

/// The directory of a user's keys: `NAME.secret` and `NAME.public` files.
public struct KeyDirectory: Sendable {
    /// The directory's path, which need not exist.
    public let path: String

    /// Names a directory, which need not exist. Nil means `$XDG_CONFIG_HOME/saybus/keys`, else
    /// `~/.config/saybus/keys`.
    public init(_ path: String? = nil, environment: [String: String] = ProcessInfo.processInfo.environment) {
        self.path = path ?? UserDirectory.configuration.saybus(environment) + "/keys"
    }

    /// Makes a key pair and writes its files.
    public func make(_ name: String) throws(BusError) -> KeyFile {
        try check(name)
        do {
            try PrivateDirectory.create(path)
        } catch {
            throw BusError(.unwritable, "cannot make the key directory \(path): \(error.cause)")
        }
        for ending in ["secret", "public"] where access("\(path)/\(name).\(ending)", F_OK) == 0 {
            throw BusError(
                .badKey,
                "there is a key \"\(name)\" already (\(path)/\(name).\(ending)): choose another name, or remove its files first"
            )
        }
        let pair: CurveKeyPair
        do { pair = try CurveKeyPair.generate() } catch { throw BusError(.badKey, "cannot make a key: \(error)") }
        let key = KeyFile(name: name, pair)
        try key.write(to: path)
        return key
    }

    /// Returns the keys of the directory, sorted by name, and the errors of those that cannot be read.
    public func list() throws(BusError) -> (keys: [KeyFile], problems: [BusError]) {
        var keys: [String: KeyFile] = [:]
        var problems: [BusError] = []
        let files: [String]
        do {
            files = try FileManager.default.contentsOfDirectory(atPath: path)
        } catch {
            guard access(path, F_OK) == 0 else { return ([], []) }
            throw BusError(.badKey, "cannot read the key directory \(path): \(error.plainReason)")
        }
        // `public` sorts before `secret`, so the secret file of a pair replaces the public one.
        for file in files.sorted() where file.hasSuffix(".public") || file.hasSuffix(".secret") {
            do throws(BusError) {
                let key = try KeyFile(path: "\(path)/\(file)")
                keys[key.name] = key
            } catch {
                problems.append(error)
            }
        }
        return (keys.values.sorted { $0.name < $1.name }, problems)
    }

    /// Returns a key with its secret half, by name or by the path of its file.
    public func secret(_ text: String) throws(BusError) -> KeyFile {
        let path = try file(text, "secret", hint: "make one with: saybus keys new \(text)")
        let key = try KeyFile(path: path)
        guard key.secretKey != nil else {
            throw BusError(.badKey, "\(path) has no line \"secret-key\": the .secret file is needed")
        }
        return key
    }

    /// Returns a public key, given by name, by the path of its file, or as the key itself.
    public func publicKey(_ text: String) throws(BusError) -> String {
        // A path of 40 characters can look like a key: it is a path if it ends in .public.
        if PublicKey.isValid(text), !text.hasSuffix(".public") { return text }
        let hint = "copy its .public file there, or give the key itself (40 characters)"
        let path = try file(text, "public", hint: hint)
        let key = try KeyFile(path: path)
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & 0o022 == 0 else {
            throw BusError(.badKey, "the public key \(path) can be written by others: run chmod go-w \(path)")
        }
        return key.publicKey
    }

    private func file(_ text: String, _ ending: String, hint: String) throws(BusError) -> String {
        if text.contains("/") { return text }
        try check(text)
        let file = "\(path)/\(text).\(ending)"
        guard access(file, F_OK) == 0 else {
            throw BusError(.badKey, "there is no \(ending) key \"\(text)\" in \(path): \(hint)")
        }
        return file
    }

    /// Returns why a name cannot be that of a key, as a sentence; nil when it can.
    public static func problem(withName name: String) -> String? {
        // The same rule holds for names of users in a policy.
        guard Session(rawValue: name) == nil || name.hasPrefix(".") else { return nil }
        return "\"\(name)\" cannot be a key's name: \(Session.nameAdvice)"
    }

    private func check(_ name: String) throws(BusError) {
        if let problem = Self.problem(withName: name) { throw BusError(.badKey, problem) }
    }
}
