import Foundation
import SaybusBus
import SaybusMessages
import SaybusStage
import SaybusTerminal

/// `saybus keys`: makes and shows the keys by which programs authenticate to a bus over the network.
public struct Keys: Sendable {
    private let directory: KeyDirectory

    /// Creates the commands for the keys in a directory; nil is the user's own directory.
    public init(directory: String?) { self.directory = KeyDirectory(directory) }

    /// Makes a key pair, and prints where it is and how to use it.
    /// - Parameters:
    ///   - name: The key's name.
    ///   - roles: The roles of the programs that are to use the key, whose policy is printed too; none for no policy.
    ///   - isJSON: Whether to print JSON.
    ///   - output: The place to print to.
    /// - Throws: A usage error for a name that no key can have or a role without known rights, and an error of the key
    ///   directory.
    public func make(
        _ name: String, roles: [Role] = [], isJSON: Bool, output: TextOutput = .standardOutput
    ) throws {
        if let problem = KeyDirectory.problem(withName: name) { throw StageFailure(.usage, problem) }
        let grants = try roles.map { role in
            guard let grants = RoleGrants.of(role) else {
                let known = RoleGrants.all.map(\.role.rawValue).joined(separator: ", ")
                throw StageFailure(.usage, "there are no rights for the role \"\(role)\"; there are \(known)")
            }
            return grants
        }
        let key = try directory.make(name)
        let policy = RoleGrants.union(grants)?.policy(name: name, publicKey: key.publicKey)
        if isJSON {
            output.line(try Self.json(KeyRecord(key, in: directory, policy: policy)))
            return
        }
        output.line("\(key.publicKey)  \(name)")
        output.line("secret, for this machine alone: \(directory.path)/\(name).secret")
        output.line("public, for the broker's policy and for its clients: \(directory.path)/\(name).public")
        if let policy {
            output.line("for the broker's policy, below \"users:\":")
            for line in policy.split(separator: "\n") { output.line(String(line)) }
        }
    }

    /// Prints the keys. Keys that cannot be read are reported to `log`.
    /// - Returns: Whether all keys could be read.
    public func list(
        isJSON: Bool, output: TextOutput = .standardOutput, log: TextOutput = .standardError
    ) throws -> Bool {
        let (keys, problems) = try directory.list()
        for problem in problems { log.line("saybus keys: \(problem)") }
        if isJSON {
            output.line(try Self.json(keys.map { KeyRecord($0, in: directory) }))
        } else if keys.isEmpty {
            output.line("no keys in \(directory.path); make one with: saybus keys new NAME")
        } else {
            for key in keys {
                output.line("\(key.publicKey)  \(key.name)\(key.secretKey == nil ? "" : "  (with its secret half)")")
            }
        }
        return problems.isEmpty
    }

    private static func json(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}

/// The JSON form of a key, which never holds its secret half.
private struct KeyRecord: Encodable {
    let name: String
    let publicKey: String
    let hasSecret: Bool
    let directory: String
    let policy: String?

    init(_ key: KeyFile, in directory: KeyDirectory, policy: String? = nil) {
        self.policy = policy
        (name, publicKey, hasSecret, self.directory) = (key.name, key.publicKey, key.secretKey != nil, directory.path)
    }
}
