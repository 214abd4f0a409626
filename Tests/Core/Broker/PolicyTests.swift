import SaybusBus
import SaybusMessages
import Testing

@testable import SaybusBroker

@Suite("The policy")
struct PolicyTests {
    static let key = "Yne@$w-vo<fVvi]a<NY6T1ed:M$fCG*[IaLV{hID"

    static func user(
        publish: [String] = [], subscribe: [String] = [], sessions: [String]? = nil
    ) throws -> Policy.User {
        var user = Policy.User(name: "hall", credential: .key(key))
        user.publish = Set(try publish.map { try #require(KindGrant($0)) })
        user.subscribe = Set(try subscribe.map { try #require(KindGrant($0)) })
        user.sessions = sessions.map { Set($0.compactMap(Session.init(rawValue:))) }
        return user
    }

    private func granted(_ prefix: String, _ user: Policy.User) -> [String] {
        SubscriptionGrant(Array(prefix.utf8), for: user).prefixes.map { String(decoding: $0, as: UTF8.self) }
    }

    private func hears(_ topic: String, _ prefix: String, _ user: Policy.User) -> Bool {
        granted(prefix, user).contains { topic.hasPrefix($0) }
    }

    @Test("a kind, a prefix or everything can be granted, but private kinds only by name")
    func kinds() throws {
        let user = try Self.user(publish: ["speech.*", "audio.input"], subscribe: ["*"])
        let den = try #require(Session(rawValue: "den"))
        #expect(user.mayPublish("speech.transcript", in: den) && user.mayPublish("audio.input", in: den))
        #expect(!user.mayPublish("speechless", in: den) && !user.mayPublish("audio.output", in: den))
        #expect(user.mayPublish("barrier", in: den) && !user.mayPublish("refusal", in: den))
        #expect(user.mayReceive("speech.intent", in: den) && !user.mayReceive("audio.input", in: den))
        #expect(!user.mayReceive(AudioInput.kind.shadow, in: den))
        for wrong in ["", ".*", "speech*", "Speech.*", "a..b", "speech.", "**"] { #expect(KindGrant(wrong) == nil) }
    }

    @Test("only the named sessions, and kinds that belong to no session, are allowed")
    func sessions() throws {
        let user = try Self.user(publish: ["*"], subscribe: ["*"], sessions: ["den"])
        let den = try #require(Session(rawValue: "den"))
        #expect(user.mayPublish("speech.transcript", in: den) && !user.mayPublish("speech.transcript", in: .default))
        #expect(user.mayPublish(StageStatus.kind, in: .default) && user.mayReceive(Catalog.kind, in: .default))
        #expect(granted("speech.transcript/", user) == ["speech.transcript/\(Topic("x", den).bytes.bucket)/den/"])
        #expect(!hears(Topic("speech.intent", .default).description, "", user))
        #expect(hears(Topic("speech.intent", den).description, "", user))
        #expect(!hears(Topic("audio.input", den).description, "", user))
    }

    @Test("a wide subscription is granted except for private kinds")
    func complement() throws {
        let tap = try Self.user(subscribe: ["*"])
        for kind in [
            "speech.transcript", "audio.inputs", "audio.inpu", "audio.in", "audio.sequence", "shadow.audio.x", "a",
            "zebra", "barrier",
        ] {
            #expect(hears("\(kind)/00/x/", "", tap), "\(kind)")
        }
        for kind in ["audio.input", "audio.output", "shadow.audio.input", "shadow.audio.output"] {
            #expect(!hears("\(kind)/00/x/", "", tap), "\(kind)")
            #expect(granted("\(kind)/", tap).isEmpty)
            #expect(granted("\(kind)/00/x/", tap).isEmpty)
        }
        #expect(!SubscriptionGrant([], for: tap).isComplete)
        let trusted = try Self.user(subscribe: ["*", "audio.input"])
        #expect(hears("audio.input/00/x/", "", trusted) && !hears("audio.output/00/x/", "", trusted))
        #expect(SubscriptionGrant(Array("speech.".utf8), for: tap).isComplete)
    }

    @Test("a user with one kind is granted no more by any prefix of it")
    func narrow() throws {
        let user = try Self.user(subscribe: ["speech.transcript"])
        for prefix in ["", "s", "speech.transcript", "speech.transcript/"] {
            #expect(granted(prefix, user).contains("speech.transcript/"), "\(prefix)")
            #expect(!hears("speech.transcripts/00/x/", prefix, user) && !hears("speech.intent/00/x/", prefix, user))
        }
        #expect(granted("speech.intent/", user).isEmpty && granted("receipt/", user).isEmpty)
        let own = try #require(Credentials.refusalSession(publicKey: Self.key))
        #expect(granted("refusal/", user) == [Topic(Refusal.kind, own).description])
        #expect(granted("barrier/4f/x.y.1/", user) == ["barrier/4f/x.y.1/"])
    }

    @Test("grants match exactly the topics that may be received")
    func agreement() throws {
        let kinds = [
            "audio.input", "audio.output", "speech.transcript", "speech.intent", "catalog", "stage.status", "x.y",
        ]
        let grants = ["*", "speech.*", "audio.*", "audio.input", "speech.transcript", "stage.status"]
        let sessions = [Session.default, try #require(Session(rawValue: "den"))]
        for mask in 0..<(1 << grants.count) {
            let list = grants.indices.filter { mask >> $0 & 1 == 1 }.map { grants[$0] }
            for limit in [nil, ["den"]] {
                let user = try Self.user(subscribe: list, sessions: limit)
                for asked in ["", "a", "audio.", "audio.input/", "speech.transcript/", "speech."] {
                    let prefixes = granted(asked, user)
                    for kind in kinds {
                        for session in sessions {
                            let topic = Topic(Kind(rawValue: kind)!, session)
                            guard topic.description.hasPrefix(asked), limit == nil || kind != "x.y" else { continue }
                            #expect(
                                prefixes.contains { topic.description.hasPrefix($0) }
                                    == user.mayReceive(topic.kind, in: session), "\(list) \(asked) \(topic)")
                        }
                    }
                }
            }
        }
    }

    @Test("a number stays with its key when the key is removed from the policy and added again")
    func accessController() throws {
        var policy = Policy()
        policy.add(try Self.user(publish: ["speech.*"]))
        var accessController = AccessController(policy)
        let number = accessController.admit(.key(Self.key))
        #expect(number == 0)
        let stranger = accessController.admit(.key("nobody"))
        #expect(stranger == nil)
        let lengths = [0, 134].map { length in
            [UInt8](repeating: 0x61, count: length).withUnsafeBytes { accessController.judge($0, of: 0) }
        }
        #expect(lengths == [.forbidden, .forbidden], "what is no topic by its length")
        func judge(_ kind: Kind) -> AccessController.Verdict {
            Topic(kind).bytes.withUnsafeBytes { accessController.judge($0, of: 0) }
        }
        var verdicts = [judge("speech.intent"), judge("speech.intent"), judge("catalog"), judge("catalog")]
        #expect(verdicts == [.allowed(.header), .allowed(.header), .forbidden, .forbidden])
        let gone = accessController.replace(Policy())
        verdicts = [judge("speech.intent")]
        #expect(gone == [0] && verdicts == [.revoked])
        let again = accessController.admit(.key(Self.key))
        #expect(again == nil && accessController.formerName(.key(Self.key)) == "hall")
        let back = accessController.replace(policy)
        let unchanged = accessController.replace(policy)
        #expect(back == [0] && unchanged.isEmpty)
        verdicts = [judge("speech.intent")]
        #expect(verdicts == [.allowed(.header)])
    }

    @Test("a prefix that two subscriptions need is revoked with the second one")
    func connections() throws {
        let user = try Self.user(subscribe: ["stage.status", "catalog"])
        let (all, one) = (
            SubscriptionGrant([], for: user), SubscriptionGrant(Topic.prefix(StageStatus.kind), for: user)
        )
        var table = ConnectionTable()
        let (mine, theirs) = (PeerIdentity(client: 0, handshake: 3), PeerIdentity(client: 1, handshake: 4))
        _ = table.receive(7, mine)
        guard case .granted(let first) = table.subscribe(7, [], all) else { return #expect(Bool(false)) }
        #expect(first.contains(Topic.prefix(StageStatus.kind)))
        let second = table.subscribe(7, Topic.prefix(StageStatus.kind), one)
        #expect(second == .granted([]))
        let left = table.unsubscribe(7, [])
        #expect(left.contains(Topic.prefix(Catalog.kind)) && !left.contains(Topic.prefix(StageStatus.kind)))
        let last = table.unsubscribe(7, Topic.prefix(StageStatus.kind))
        #expect(last == [Topic.prefix(StageStatus.kind)])
        _ = table.receive(8, theirs)
        _ = table.subscribe(8, [], all)
        #expect(table.descriptors(of: [1]) == [8] && table.count == 1)
        table.end(8, latest: 4)
        #expect(table.descriptors(of: [1]) == [] && table.count == 0)
    }

    @Test("a connection with too many subscriptions, refusals or frames is to be closed, and then ignored")
    func limits() throws {
        let user = try Self.user(subscribe: ["*"])
        let peer = PeerIdentity(client: 0, handshake: 1)
        var table = ConnectionTable()
        func grant(_ prefix: [UInt8]) -> SubscriptionGrant { SubscriptionGrant(prefix, for: user) }
        for number in 0...ConnectionTable.maximumSubscriptions {
            let isReceived = table.receive(7, peer)?.isCurrent
            #expect(isReceived == true)
            let prefix = Array("speech.partial/\(number)".utf8)
            let outcome = table.subscribe(7, prefix, grant(prefix))
            #expect(outcome == (number < ConnectionTable.maximumSubscriptions ? .granted([prefix]) : .tooMany))
        }
        table.beginSecond()
        for _ in 0..<ConnectionTable.maximumRate { _ = table.receive(7, peer) }
        let excess = table.receive(7, peer)
        #expect(excess == nil)
        table.close(7)
        #expect(table.receive(7, peer)?.isCurrent == false && table.subscribers.isEmpty)
        table.end(7, latest: 1)
        // A subscription that was under way when the connection ended does not come back as a new connection.
        #expect(table.receive(7, peer)?.isCurrent == false && table.count == 0)
        #expect(table.receive(7, PeerIdentity(client: 0, handshake: 2))?.isCurrent == true)
    }

    @Test("one connection has retained messages sent at a bounded rate")
    func copies() throws {
        let user = try Self.user(subscribe: ["*"])
        let peer = PeerIdentity(client: 0, handshake: 1)
        let (catalogs, statuses) = (Topic.prefix(Catalog.kind), Topic.prefix(StageStatus.kind))
        var table = ConnectionTable()
        _ = table.receive(7, peer)
        func subscribe(_ prefix: [UInt8]) -> ConnectionTable.Outcome {
            table.subscribe(7, prefix, SubscriptionGrant(prefix, for: user))
        }
        let (first, copy) = (subscribe(catalogs), subscribe(catalogs))
        #expect(first == .granted([catalogs]) && copy == .granted([]))
        // libzmq sends the end of the last of them only.
        let (left, count) = (table.unsubscribe(7, catalogs), table.count)
        #expect(left == [catalogs] && count == 0)
        let again = subscribe(catalogs)
        #expect(again == .granted([catalogs]))
        _ = subscribe(statuses)
        var decisions: [Bool] = []
        for _ in 0..<2 {
            decisions.append(table.mayCopy(catalogs, to: 7, of: 1))
            table.countCopies(ConnectionTable.minimumCopies, to: 7)
        }
        // Where many are kept, a connection may have more of them.
        decisions.append(table.mayCopy(catalogs, to: 7, of: 10_000))
        decisions.append(table.mayCopy(statuses, to: 7, of: 1))
        #expect(decisions == [true, false, true, false])
        // In the next second they are sent, unless the subscription has ended.
        _ = table.unsubscribe(7, statuses)
        table.beginSecond()
        let owed: [Set<[UInt8]>] = table.takeOwed().map(\.prefixes)
        #expect(owed == [Set([catalogs])])
        let further = table.takeOwed().count
        #expect(further == 0)
        decisions = [table.mayCopy(catalogs, to: 7, of: 1), table.mayCopy(catalogs, to: 8, of: 1)]
        #expect(decisions == [true, false])
    }

    @Test("the subscribers of a topic are those to whom a prefix of it is granted, also after a change")
    func subscribers() throws {
        let user = try Self.user(subscribe: ["*"])
        var table = ConnectionTable()
        func subscribe(_ descriptor: Int32, _ prefixes: String...) {
            let peer = PeerIdentity(client: 0, handshake: Int(descriptor))
            for prefix in prefixes.map({ Array($0.utf8) }) {
                _ = table.receive(descriptor, peer)
                _ = table.subscribe(descriptor, prefix, SubscriptionGrant(prefix, for: user))
            }
        }
        func found(_ topic: String) -> [Int32] {
            Array(topic.utf8).withUnsafeBytes { table.subscribers(of: $0) }.map(\.descriptor).sorted()
        }
        subscribe(1, "speech.partial/", "catalog/")
        subscribe(2, "speech.partial/fe/default/")
        #expect(found("speech.partial/fe/default/") == [1, 2] && found("speech.partial/00/den/") == [1])
        #expect(found("speech.intent/fe/default/") == [] && found("catalog/fe/default/") == [1])
        // A connection with more prefixes than a topic has bytes is searched in another way.
        for number in 0..<200 { subscribe(3, "nothing/\(number)/") }
        subscribe(3, "speech.p")
        #expect(found("speech.partial/fe/default/") == [1, 2, 3])
        _ = table.unsubscribe(1, Array("speech.partial/".utf8))
        #expect(found("speech.partial/fe/default/") == [2, 3])
        table.close(3)
        table.end(2, latest: 3)
        #expect(found("speech.partial/fe/default/") == [])
    }

    @Test(
        "of two connections with one descriptor, the one with the later handshake gets the grants, in any order"
    )
    func reusedDescriptor() throws {
        let user = try Self.user(subscribe: ["catalog"])
        let grant = SubscriptionGrant(Topic.prefix(Catalog.kind), for: user)
        let prefix = Topic.prefix(Catalog.kind)
        let (old, new) = (PeerIdentity(client: 0, handshake: 3), PeerIdentity(client: 0, handshake: 9))
        for isLate in [false, true] {
            var table = ConnectionTable()
            // The old connection's end is reported before its subscription is read.
            table.end(7, latest: 2)
            if !isLate {
                _ = table.receive(7, old)
                _ = table.subscribe(7, prefix, grant)
            }
            let current = table.receive(7, new)
            #expect(current?.isCurrent == true && current?.markerTopic != nil)
            let granted = table.subscribe(7, prefix, grant)
            #expect(granted == .granted([prefix]))
            let ofOld = table.receive(7, old)
            #expect(ofOld?.isCurrent == false && table.count == 1)
        }
        #expect(PeerIdentity(new.userID) == new)
        for text in ["", "1", ".", "1.", ".1", "1.2.3", "a.b", "1.2x"] { #expect(PeerIdentity(text) == nil, "\(text)") }
    }

    @Test("nobody can subscribe to the broker's markers, which begin with a zero byte")
    func markers() throws {
        let wide = try Self.user(subscribe: ["*"])
        let everyKind = try Self.user(subscribe: ["*"] + KindGrant.privateKinds.map(\.rawValue))
        for user in [Policy.User.unrestricted("", nil), everyKind, wide] {
            for asked: [UInt8] in [[0], [0, 1]] {
                #expect(SubscriptionGrant(asked, for: user).prefixes.isEmpty)
            }
            let everything = SubscriptionGrant([], for: user).prefixes
            let isClean = everything.allSatisfy { !$0.isEmpty && $0[0] != 0 }
            #expect(!everything.isEmpty && isClean)
        }
        for user in [Policy.User.unrestricted("", nil), everyKind] {
            let everything = SubscriptionGrant([], for: user)
            #expect(everything.isComplete)
            let firstBytes = Set(everything.prefixes.map { $0.first ?? 0 })
            #expect(firstBytes == Set(1...UInt8.max))
        }
    }
}

extension [UInt8] {
    /// The bucket of a topic, two digits.
    fileprivate var bucket: String { String(decoding: self, as: UTF8.self).split(separator: "/")[1].description }
}
