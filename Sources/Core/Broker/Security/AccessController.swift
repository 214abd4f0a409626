import Glibc
import SaybusMessages

/// The clients of a bus with a policy, whose publications and subscriptions are checked against it. Pure.
///
/// Each accepted key or user gets a number, which libzmq then reports with each of its frames as the `User-Id`. A
/// number is never reused for another key or user, so one that is removed from the policy stays out, even on open
/// connections.
struct AccessController: Sendable {
    /// A decision about a publication.
    enum Verdict: Equatable {
        case allowed(PublisherClaims.Extent)
        /// The policy no longer has the key.
        case revoked
        /// The policy does not allow this user to publish the kind in the session.
        case forbidden
    }

    private struct Client: Sendable {
        let credential: PeerCredential?
        /// The last known name. It stays when the key is removed from the policy; the user is then nil.
        var name: String
        var user: Policy.User?
        /// The topic of the last allowed message, which is usually also that of the next one.
        var lastTopic: [UInt8] = []
        var lastExtent = PublisherClaims.Extent.none
        var verdicts: [[UInt8]: Verdict] = [:]
        /// The forms of the headers on the last topic whose claims were checked.
        var templates: [HeaderTemplate] = []
        /// The forms on the other topics.
        var otherTemplates: [[UInt8]: [HeaderTemplate]] = [:]
        var grants: [[UInt8]: SubscriptionGrant] = [:]
        var refusals: [String: Int] = [:]

        mutating func turn(to topic: [UInt8], _ extent: PublisherClaims.Extent) {
            if otherTemplates.count >= AccessController.topicsWithTemplates { otherTemplates = [:] }
            if !templates.isEmpty { otherTemplates[lastTopic] = templates }
            templates = otherTemplates.removeValue(forKey: topic) ?? []
            (lastTopic, lastExtent) = (topic, extent)
        }
    }

    /// The most forms of headers remembered for each topic of a client. They differ by program, where programs share a
    /// key, and by kind of message.
    private static let templatesPerTopic = 8
    /// The most topics of a client with remembered forms.
    private static let topicsWithTemplates = 64
    /// The most decisions cached for each client, and the most different refusals counted.
    private static let capacity = 4096
    /// The valid lengths of topics: a kind and a session of at most 64 bytes each, the bucket, three slashes.
    private static let topicLengths = 1...133

    private var policy: Policy
    private var clients: [Client] = []
    private var numbers: [PeerCredential: Int] = [:]
    /// The user of this machine that the broker runs as.
    private let owner: UInt32

    init(_ policy: Policy, owner: UInt32 = geteuid()) { (self.policy, self.owner) = (policy, owner) }

    /// Accepts a key or a user of this machine.
    /// - Returns: The number of the client; nil when the policy has no such key or user.
    mutating func admit(_ credential: PeerCredential) -> Int? {
        guard let user = policyUser(credential) else { return nil }
        if let number = numbers[credential] { return number }
        clients.append(Client(credential: credential, name: user.name, user: user))
        numbers[credential] = clients.count - 1
        return clients.count - 1
    }

    /// Returns the rights of a key or user. The broker's own user and root may do everything, since they could stop and
    /// replace the broker.
    private func policyUser(_ credential: PeerCredential) -> Policy.User? {
        if case .machineUser(let id) = credential, id == owner || id == 0 {
            return .unrestricted(MachineUser.name(of: id), credential)
        }
        return policy.users[credential]
    }

    /// Accepts a client of a bus without a policy, all of which have one number and may do everything.
    mutating func admitAnyone() -> Int {
        if clients.isEmpty { clients.append(Client(credential: nil, name: "", user: .unrestricted("", nil))) }
        return 0
    }

    /// Replaces the policy.
    /// - Returns: The numbers of the clients whose rights have changed.
    mutating func replace(_ policy: Policy) -> Set<Int> {
        self.policy = policy
        var changed: Set<Int> = []
        for number in clients.indices {
            let user = clients[number].credential.flatMap { policyUser($0) }
            guard clients[number].user != user else { continue }
            clients[number] = Client(
                credential: clients[number].credential, name: user?.name ?? clients[number].name, user: user)
            changed.insert(number)
        }
        return changed
    }

    /// Returns the name of the owner of a key at the time when the key was last accepted, or of a user; nil when it
    /// never was.
    func formerName(_ credential: PeerCredential) -> String? { numbers[credential].map { clients[$0].name } }

    /// The names of all clients, by their numbers.
    var names: [String] { clients.map(\.name) }

    func name(_ client: Int) -> String { clients[client].name }

    func refusalSession(_ client: Int) -> Session? { clients[client].credential?.refusalSession }

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
        if clients[client].lastTopic.elementsEqual(topic) { return .allowed(clients[client].lastExtent) }
        let bytes = Array(topic)
        let verdict: Verdict
        if let known = clients[client].verdicts[bytes] {
            verdict = known
        } else {
            let allowed = Topic(String(decoding: bytes, as: UTF8.self)).flatMap {
                user.mayPublish($0.kind, in: $0.session) ? PublisherClaims.extent(user, $0.kind) : nil
            }
            verdict = allowed.map { .allowed($0) } ?? .forbidden
            if clients[client].verdicts.count >= Self.capacity { clients[client].verdicts = [:] }
            clients[client].verdicts[bytes] = verdict
        }
        if case .allowed(let extent) = verdict { clients[client].turn(to: bytes, extent) }
        return verdict
    }

    /// Returns whether a header on the client's last topic has the form of one whose claims were allowed.
    func hasKnownClaims(_ header: UnsafeRawBufferPointer, of client: Int) -> Bool {
        clients[client].templates.contains { $0.matches(header) }
    }

    /// Records a header on the client's last topic, whose claims are allowed.
    mutating func allowClaims(_ header: [UInt8], of client: Int) {
        guard let template = HeaderTemplate(header) else { return }
        if clients[client].templates.count >= Self.templatesPerTopic { clients[client].templates.removeFirst() }
        clients[client].templates.append(template)
    }

    /// Forgets which claims were allowed, because a name belongs to another client now.
    mutating func forgetClaims() {
        for client in clients.indices { (clients[client].templates, clients[client].otherTemplates) = ([], [:]) }
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
