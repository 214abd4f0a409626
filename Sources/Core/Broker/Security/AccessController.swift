import SaybusBus
import SaybusMessages

/// The clients of a bus with keys, whose publications and subscriptions are checked against the policy. Pure.
///
/// Each accepted key gets a number, which libzmq then reports with each of its frames as the `User-Id`. A
/// number is never reused for another key, so a key that is removed from the policy stays out, even on open
/// connections.
struct AccessController: Sendable {
    /// A decision about a publication.
    enum Verdict: Equatable {
        case allowed
        /// The policy no longer has the key.
        case revoked
        /// The policy does not allow this user to publish the kind in the session.
        case forbidden
    }

    private struct Client: Sendable {
        let publicKey: String
        /// The last known name. It stays when the key is removed from the policy; the user is then nil.
        var name: String
        var user: Policy.User?
        /// The topic of the last allowed message, which is usually also that of the next one.
        var lastTopic: [UInt8] = []
        var verdicts: [[UInt8]: Bool] = [:]
        var grants: [[UInt8]: SubscriptionGrant] = [:]
        var refusals: [String: Int] = [:]
    }

    /// The most decisions cached for each client, and the most different refusals counted.
    private static let capacity = 4096
    /// The valid lengths of topics: a kind and a session of at most 64 bytes each, the bucket, three slashes.
    private static let topicLengths = 1...133

    private var policy: Policy
    private var clients: [Client] = []
    private var numbers: [String: Int] = [:]

    init(_ policy: Policy) { self.policy = policy }

    /// Accepts a key.
    /// - Returns: The key's number; nil when the policy does not have the key.
    mutating func admit(_ publicKey: String) -> Int? {
        guard let user = policy.users[publicKey] else { return nil }
        if let number = numbers[publicKey] { return number }
        clients.append(Client(publicKey: publicKey, name: user.name, user: user))
        numbers[publicKey] = clients.count - 1
        return clients.count - 1
    }

    /// Accepts a client of a bus without keys, all of which have one number and may do everything.
    mutating func admitAnyone() -> Int {
        if clients.isEmpty { clients.append(Client(publicKey: "", name: "", user: .anyone)) }
        return 0
    }

    /// Replaces the policy.
    /// - Returns: The numbers of the clients whose rights have changed.
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

    /// Returns the name of a key's owner at the time when the key was last accepted; nil when it never was.
    func formerName(_ publicKey: String) -> String? { numbers[publicKey].map { clients[$0].name } }

    /// The names of all clients, by their numbers.
    var names: [String] { clients.map(\.name) }

    func name(_ client: Int) -> String { clients[client].name }

    func publicKey(_ client: Int) -> String { clients[client].publicKey }

    func user(_ client: Int?) -> Policy.User? {
        guard let client, clients.indices.contains(client) else { return nil }
        return clients[client].user
    }

    func contains(_ client: Int) -> Bool { clients.indices.contains(client) }

    /// Decides about a message by its first frame, the topic.
    mutating func judge(_ topic: UnsafeRawBufferPointer, of client: Int) -> Verdict {
        guard let user = clients[client].user else { return .revoked }
        // A frame of another length is not a topic, and is not cached. An empty frame would equal
        // `lastTopic`, which is empty at first.
        guard Self.topicLengths.contains(topic.count) else { return .forbidden }
        if clients[client].lastTopic.elementsEqual(topic) { return .allowed }
        let bytes = Array(topic)
        let isAllowed: Bool
        if let known = clients[client].verdicts[bytes] {
            isAllowed = known
        } else {
            isAllowed =
                Topic(String(decoding: bytes, as: UTF8.self)).map { user.mayPublish($0.kind, in: $0.session) } ?? false
            if clients[client].verdicts.count >= Self.capacity { clients[client].verdicts = [:] }
            clients[client].verdicts[bytes] = isAllowed
        }
        if isAllowed { clients[client].lastTopic = bytes }
        return isAllowed ? .allowed : .forbidden
    }

    /// Returns the part of a subscription that is granted; nil when the policy no longer has the client's key.
    mutating func grant(_ prefix: [UInt8], to client: Int) -> SubscriptionGrant? {
        guard let user = clients[client].user else { return nil }
        if let known = clients[client].grants[prefix] { return known }
        let grant = SubscriptionGrant(prefix, for: user)
        if clients[client].grants.count >= Self.capacity { clients[client].grants = [:] }
        clients[client].grants[prefix] = grant
        return grant
    }

    /// Counts a refusal.
    /// - Returns: The number of refusals of this subject to this client.
    mutating func countRefusal(_ direction: Refusal.Direction, _ subject: String, of client: Int) -> Int {
        var key = "\(direction) \(subject)"
        // In a full table all other subjects count as one. If the table were emptied instead, each subject
        // would be logged again.
        if clients[client].refusals.count >= Self.capacity, clients[client].refusals[key] == nil { key = "more" }
        clients[client].refusals[key, default: 0] += 1
        return clients[client].refusals[key, default: 1]
    }
}
