import Foundation
import SaybusBus
import SaybusTerminal

/// `saybus keys`: makes and shows the keys by which programs authenticate to a bus over the network.
public struct Keys: Sendable {
    private let directory: KeyDirectory

    /// The keys in a directory; nil is the user's own directory.
    public init(directory: String?) { self.directory = KeyDirectory(directory) }

    /// Makes a key pair, and prints where it is and how to use it.
    public func make(_ name: String, isJSON: Bool, output: TextOutput = .standardOutput) throws {
        let key = try directory.make(name)
        if isJSON {
            output.line(try Self.json(KeyRecord(key, in: directory)))
            return
        }
        output.line("\(key.publicKey)  \(name)")
        output.line("secret, for this machine alone: \(directory.path)/\(name).secret")
        output.line("public, for the broker's policy and for its clients: \(directory.path)/\(name).public")
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

    init(_ key: KeyFile, in directory: KeyDirectory) {
        (name, publicKey, hasSecret, self.directory) = (key.name, key.publicKey, key.secretKey != nil, directory.path)
    }
}
