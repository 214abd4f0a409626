import SaybusBus
import SaybusMessages

/// Knows who is on the bus by which key, and judges what they do. Pure.
///
/// Each key that has been let in gets a number, which libzmq then hands over with each of its frames as the `User-Id`. Numbers are never
/// used again for another key, so a key that is taken out of the policy stays out on the connections that are open.
struct AccessController: Sendable {
    /// What is thought of a publication.
    enum Verdict: Equatable {
        case allowed
        /// The policy no longer has the key.
        case revoked
        /// The policy does not let this user publish the kind, here.
        case forbidden
    }

    private struct Client: Sendable {
        let publicKey: String
        /// The last known name; the user is gone when the key was taken out.
        var name: String
        var user: Policy.User?
        /// The topic of the last message, which was allowed: mostly that of the next.
        var lastTopic: [UInt8] = []
        var verdicts: [[UInt8]: Bool] = [:]
        var grants: [[UInt8]: SubscriptionGrant] = [:]
        var refusals: [String: Int] = [:]
    }

    /// How many answers are remembered for each client, and how many different refusals are counted.
    private static let memory = 4096
    /// The lengths of topics: a kind and a session of at most 64 bytes each, the bucket, three slashes.
    private static let topicLengths = 1...133

    private var policy: Policy
    private var clients: [Client] = []
    private var numbers: [String: Int] = [:]

    init(_ policy: Policy) { self.policy = policy }

    /// The number of a key; nil when the policy does not let it in.
    mutating func admit(_ publicKey: String) -> Int? {
        guard let user = policy.users[publicKey] else { return nil }
        if let number = numbers[publicKey] { return number }
        clients.append(Client(publicKey: publicKey, name: user.name, user: user))
        numbers[publicKey] = clients.count - 1
        return clients.count - 1
    }

    /// Takes another policy.
    /// - Returns: The clients for whom something has changed.
    mutating func replace(_ policy: Policy) -> Set<Int> {
        self.policy = policy
        var changed: Set<Int> = []
        for number in clients.indices {
            let user = policy.users[clients[number].publicKey]
            guard clients[number].user != user else { continue }
            clients[number] = Client(
                publicKey: clients[number].publicKey, name: user?.name ?? clients[number].name, user: user)
            changed.insert(number)
        }
        return changed
    }

    /// What the owner of a key was called when it was last let in; nil for one that never was.
    func formerName(_ publicKey: String) -> String? { numbers[publicKey].map { clients[$0].name } }

    func name(_ client: Int) -> String { clients[client].name }

    func publicKey(_ client: Int) -> String { clients[client].publicKey }

    func user(_ client: Int?) -> Policy.User? {
        guard let client, clients.indices.contains(client) else { return nil }
        return clients[client].user
    }

    func contains(_ client: Int) -> Bool { clients.indices.contains(client) }

    /// Judges a message by its first frame.
    mutating func judge(_ topic: UnsafeRawBufferPointer, of client: Int) -> Verdict {
        guard let user = clients[client].user else { return .revoked }
        // What is longer is no topic, and is not worth remembering; an empty one would be taken for the last, which is empty at first.
        guard Self.topicLengths.contains(topic.count) else { return .forbidden }
        if clients[client].lastTopic.elementsEqual(topic) { return .allowed }
        let bytes = Array(topic)
        let isAllowed: Bool
        if let known = clients[client].verdicts[bytes] {
            isAllowed = known
        } else {
            isAllowed =
                Topic(String(decoding: bytes, as: UTF8.self)).map { user.mayPublish($0.kind, in: $0.session) } ?? false
            if clients[client].verdicts.count >= Self.memory { clients[client].verdicts = [:] }
            clients[client].verdicts[bytes] = isAllowed
        }
        if isAllowed { clients[client].lastTopic = bytes }
        return isAllowed ? .allowed : .forbidden
    }

    /// What is granted of a subscription.
    mutating func grant(_ prefix: [UInt8], to client: Int) -> SubscriptionGrant? {
        guard let user = clients[client].user else { return nil }
        if let known = clients[client].grants[prefix] { return known }
        let grant = SubscriptionGrant(prefix, for: user)
        if clients[client].grants.count >= Self.memory { clients[client].grants = [:] }
        clients[client].grants[prefix] = grant
        return grant
    }

    /// Counts a refusal.
    /// - Returns: How often this has been refused to this client.
    mutating func countRefusal(_ direction: Refusal.Direction, _ subject: String, of client: Int) -> Int {
        var key = "\(direction) \(subject)"
        // When the table is full, all others count as one: a table that began anew would fill the log anew.
        if clients[client].refusals.count >= Self.memory, clients[client].refusals[key] == nil { key = "more" }
        clients[client].refusals[key, default: 0] += 1
        return clients[client].refusals[key, default: 1]
    }
}
