import Foundation
import SaybusBus
import SaybusMessages
import SaybusStage
import SaybusSupport
import SaybusYAML
import Yams

extension Policy {
    /// The most bytes of a policy file.
    private static let maximumFileSize = 1 << 20

    /// Reads a policy file. A key that the file gives by name or not at all is looked up in the key directory.
    /// - Throws: ``PolicyError``.
    public init(file: String, keys: KeyDirectory = KeyDirectory()) throws(PolicyError) {
        let content: RegularFile
        do throws(FileReadError) {
            content = try RegularFile(file, atMost: Self.maximumFileSize)
        } catch {
            throw PolicyError(.unreadable, file: file, error.description)
        }
        guard content.mode & 0o022 == 0 else {
            throw PolicyError(.open, file: file, "can be written by others: run chmod go-w \(file)")
        }
        try self.init(bytes: content.bytes, file: file, keys: keys)
    }

    /// Reads a policy file's bytes. Errors name `file`.
    /// - Throws: ``PolicyError``.
    package init(bytes: some RandomAccessCollection<UInt8>, file: String, keys: KeyDirectory) throws(PolicyError) {
        let content = bytes.withoutByteOrderMark
        guard content.count <= Self.maximumFileSize, let text = String(validating: content, as: UTF8.self) else {
            throw PolicyError(.syntax, file: file, "expected text in UTF-8 of at most 1 MiB")
        }
        var reader = PolicyReader(file: file, keys: keys)
        self = try reader.policy(text)
    }
}

/// A parser of a policy's text, which stops at the first error.
private struct PolicyReader {
    let file: String
    let keys: KeyDirectory

    /// The most keys of a user.
    private static let maximumKeys = 4
    private static let fields = ["key", "unix", "publish", "subscribe", "sessions", "roles", "instances", "apps"]

    func fail(_ code: PolicyError.Code, _ node: Node?, _ reason: String) -> PolicyError {
        PolicyError(code, file: file, line: node?.mark?.line, reason)
    }

    mutating func policy(_ text: String) throws(PolicyError) -> Policy {
        var policy = Policy()
        let root = try mapping(parse(text), "the file", "begins with \"users:\"")
        for (key, _) in root where key.string != "users" {
            throw fail(.field, key, "there is no field \"\(Self.text(key))\"; expected \"users\"")
        }
        guard let users = root["users"] else {
            throw fail(.field, nil, "expected \"users:\" with the names of those who may come")
        }
        for (name, value) in try mapping(users, "\"users\"", "has the users by name") {
            let (user, credentials) = try user(name, value, &policy.remarks)
            for credential in credentials {
                if let other = policy.users[credential] {
                    let what = if case .key = credential { "key" } else { "unix user" }
                    throw fail(
                        .key, name,
                        "\"\(user.name)\" has the same \(what) as \"\(other.name)\": one name a \(what)")
                }
                var owner = user
                owner.credential = credential
                policy.add(owner)
            }
        }
        return policy
    }

    private func parse(_ text: String) throws(PolicyError) -> Node {
        do {
            guard let root = try Parser(yaml: text, resolver: .basic, encoding: .utf8).singleRoot() else {
                throw fail(.syntax, nil, "is empty; a policy begins with \"users:\"")
            }
            return root
        } catch let error as PolicyError {
            throw error
        } catch let error as YamlError {
            let (place, reason) = YAMLProblem.words(error, in: Array(text.utf8))
            throw PolicyError(.syntax, file: file, line: place?.line, reason)
        } catch {
            throw fail(.syntax, nil, "is not YAML: \(error)")
        }
    }

    /// Returns a user without a credential, and the user's credentials: several while a key is replaced.
    private func user(
        _ nameNode: Node, _ value: Node, _ remarks: inout [String]
    ) throws(PolicyError) -> (Policy.User, [PeerCredential]) {
        let name = Self.text(nameNode)
        guard Session(rawValue: name) != nil else {
            throw fail(.field, nameNode, "\"\(name)\" cannot be a user's name: \(Session.nameAdvice)")
        }
        let fields = try mapping(value, "\"\(name)\"", "has the fields \(Self.fields.joined(separator: ", "))")
        for (key, _) in fields where !Self.fields.contains(Self.text(key)) {
            throw fail(
                .field, key,
                "\"\(name)\" has a field \"\(Self.text(key))\"; there are \(Self.fields.joined(separator: ", "))")
        }
        let credentials = try credentials(fields, name, nameNode)
        var user = Policy.User(name: name, credential: nil)
        user.publish = try grants(fields["publish"], "\"\(name)\": publish", &remarks)
        user.subscribe = try grants(fields["subscribe"], "\"\(name)\": subscribe", &remarks)
        if let node = fields["sessions"] {
            user.sessions = []
            for (item, text) in try list(node, "\"\(name)\": sessions") {
                guard let session = Session(rawValue: text) else {
                    throw fail(.field, item, "\"\(text)\" cannot be a session's name: \(Session.nameAdvice)")
                }
                user.sessions?.insert(session)
            }
        }
        user.roles = try patterns(fields["roles"], "\"\(name)\": roles", "a role's name") {
            Source(role: Role($0), instance: "x") != nil
        }
        user.instances = try patterns(fields["instances"], "\"\(name)\": instances", "an instance's name") {
            Source(role: Role("x"), instance: $0) != nil
        }
        user.apps = try patterns(fields["apps"], "\"\(name)\": apps", "an app's name") { _ in true }
        if user.apps == nil, user.isLimited, user.publish.contains(where: { $0.covers(Catalog.kind) }) {
            remarks.append(
                "\(file):\(nameNode.mark?.line ?? 0): \"\(name)\" may take the commands of any app: name its own with apps: [...]"
            )
        }
        return (user, credentials)
    }

    /// Returns patterns of names; nil when the field is absent.
    private func patterns(
        _ node: Node?, _ what: String, _ kind: String, isName: (String) -> Bool
    ) throws(PolicyError) -> Set<NamePattern>? {
        guard let node else { return nil }
        var patterns: Set<NamePattern> = []
        for (item, text) in try list(node, what) {
            guard let pattern = NamePattern(text), isName(text.replacing("*", with: "x")) else {
                throw fail(.field, item, "\"\(text)\" cannot be \(kind), nor a pattern of such names")
            }
            patterns.insert(pattern)
        }
        return patterns
    }

    private func credentials(
        _ fields: Node.Mapping, _ name: String, _ nameNode: Node
    ) throws(PolicyError) -> [PeerCredential] {
        guard let node = fields["unix"] else {
            guard let keys = fields["key"]?.sequence else {
                return [.key(try publicKey(fields["key"], name, nameNode))]
            }
            guard (1...Self.maximumKeys).contains(keys.count) else {
                throw fail(.key, fields["key"], "\"\(name)\" has \(keys.count) keys: give 1 to \(Self.maximumKeys)")
            }
            var credentials: [PeerCredential] = []
            for node in keys {
                let credential = PeerCredential.key(try publicKey(node, name, nameNode))
                guard !credentials.contains(credential) else {
                    throw fail(.key, node, "\"\(name)\" has the same key twice")
                }
                credentials.append(credential)
            }
            return credentials
        }
        guard fields["key"] == nil else {
            throw fail(
                .key, node, "\"\(name)\" has a key and a unix user: give one of them, and the other another name")
        }
        guard let id = MachineUser.id(of: Self.text(node)) else {
            throw fail(
                .key, node, "\"\(name)\": this machine has no user \(Self.text(node)); give a login name, or its number"
            )
        }
        return [.machineUser(id)]
    }

    private func publicKey(_ node: Node?, _ name: String, _ nameNode: Node) throws(PolicyError) -> String {
        if let node, node.scalar == nil {
            throw fail(.key, node, "\"\(name)\": key is a public key in quotes, a key's name, or a .public file")
        }
        do {
            return try keys.publicKey(node.map(Self.text) ?? name)
        } catch {
            throw fail(.key, node ?? nameNode, "\"\(name)\": \(error)")
        }
    }

    private func grants(
        _ node: Node?, _ what: String, _ remarks: inout [String]
    ) throws(PolicyError) -> Set<KindGrant> {
        guard let node else { return [] }
        var grants: Set<KindGrant> = []
        for (item, text) in try list(node, what) {
            guard let grant = KindGrant(text) else {
                throw fail(
                    .field, item,
                    "\(what): \"\(text)\" is no kind; write one, such as speech.transcript, or speech.*, or \"*\"")
            }
            if !grant.isPrefix, Kind(rawValue: text).flatMap({ MessageCatalog.type(of: $0) }) == nil {
                remarks.append("\(file):\(item.mark?.line ?? 0): \(what): no kind of Saybus is called \(text)")
            }
            grants.insert(grant)
        }
        return grants
    }

    private func mapping(_ node: Node, _ what: String, _ expected: String) throws(PolicyError) -> Node.Mapping {
        guard let mapping = node.mapping else { throw fail(.field, node, "\(what) \(expected)") }
        return mapping
    }

    private func list(_ node: Node, _ what: String) throws(PolicyError) -> [(Node, String)] {
        guard let items = node.sequence else {
            throw fail(.field, node, "\(what) is a list, such as [speech.transcript, stage.status]")
        }
        var result: [(Node, String)] = []
        for item in items {
            guard let text = item.scalar?.string else { throw fail(.field, item, "\(what) is a list of words") }
            result.append((item, text))
        }
        return result
    }

    private static func text(_ node: Node) -> String { node.scalar?.string ?? "" }
}
