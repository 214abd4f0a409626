import SaybusMessages
import SaybusSkills
import Synchronization
import Testing

/// A store in memory that counts its calls.
private final class MemoryAdapter: PersistenceAdapter {
    struct Calls: Equatable { var (get, save, delete) = (0, 0, 0) }
    private let state: Mutex<(attributes: [String: JSONValue], calls: Calls)>

    init(_ attributes: [String: JSONValue] = [:]) { state = Mutex((attributes, Calls())) }

    var calls: Calls { state.withLock { $0.calls } }
    var attributes: [String: JSONValue] { state.withLock { $0.attributes } }

    func getAttributes(requestEnvelope: RequestEnvelope) async -> [String: JSONValue] {
        state.withLock {
            $0.calls.get += 1
            return $0.attributes
        }
    }
    func saveAttributes(requestEnvelope: RequestEnvelope, attributes: [String: JSONValue]) async {
        state.withLock {
            $0.calls.save += 1
            $0.attributes = attributes
        }
    }
    func deleteAttributes(requestEnvelope: RequestEnvelope) async {
        state.withLock {
            $0.calls.delete += 1
            $0.attributes = [:]
        }
    }
}

/// A store that implements the required functions only.
private struct MinimalAdapter: PersistenceAdapter {
    func getAttributes(requestEnvelope: RequestEnvelope) async throws -> [String: JSONValue] { [:] }
    func saveAttributes(requestEnvelope: RequestEnvelope, attributes: [String: JSONValue]) async throws {}
}

@Suite("Attributes")
struct AttributesTests {
    private func manager(
        session: String? = "session", attributes: [String: JSONValue]? = nil, _ adapter: (any PersistenceAdapter)? = nil
    ) -> AttributesManager {
        AttributesManager(
            requestEnvelope: Samples.envelope(Samples.launch(), session: session, attributes: attributes),
            persistenceAdapter: adapter)
    }

    @Test("request attributes start empty, hold any value, and are shared by all callers")
    func request() {
        let manager = manager()
        #expect(manager.getRequestAttributes().values.isEmpty)
        manager.getRequestAttributes()["a"] = 1
        #expect(manager.getRequestAttributes()["a"] as? Int == 1)
        manager.setRequestAttributes(requestAttributes: ["b": "c"])
        #expect(manager.getRequestAttributes().values.keys.sorted() == ["b"])
    }

    @Test(
        "session attributes start as the envelope's; the getter shares them, and the setter replaces them"
    )
    func session() throws {
        let manager = manager(attributes: ["a": 1])
        #expect(try manager.getSessionAttributes().values == ["a": 1])
        try manager.getSessionAttributes()["b"] = 2
        #expect(try manager.getSessionAttributes().values == ["a": 1, "b": 2])
        try manager.setSessionAttributes(sessionAttributes: ["c": 3])
        #expect(try manager.getSessionAttributes().values == ["c": 3])
        #expect(try self.manager().getSessionAttributes().values == [:])
    }

    @Test("outside of sessions the getter and the setter of session attributes throw")
    func noSession() {
        let manager = manager(session: nil)
        #expect(throws: SkillError.self) { try manager.getSessionAttributes() }
        let error = #expect(throws: SkillError.self) { try manager.setSessionAttributes(sessionAttributes: [:]) }
        #expect(error?.code == .noSession)
    }

    @Test("custom types are stored as JSON, and decoding a value of another type throws")
    func ownTypes() throws {
        struct Order: Codable, Equatable { var (size, count) = ("big", 2) }
        let attributes = Attributes<JSONValue>()
        try attributes.encode(Order(), forKey: "order")
        try attributes.encode(3, forKey: "turns")
        #expect(attributes.values == ["order": ["size": "big", "count": 2], "turns": 3])
        #expect(try attributes.decode(Order.self, forKey: "order") == Order())
        #expect(try attributes.decode(Int.self, forKey: "turns") == 3)
        #expect(try attributes.decode(Int.self, forKey: "nothing") == nil)
        #expect(throws: DecodingError.self) { try attributes.decode(Int.self, forKey: "order") }
    }

    @Test("persistent attributes are read once on first access, and again only on demand")
    func lazily() async throws {
        let adapter = MemoryAdapter(["a": 1])
        let manager = manager(adapter)
        #expect(adapter.calls == MemoryAdapter.Calls())
        try await manager.getPersistentAttributes()["b"] = 2
        #expect(try await manager.getPersistentAttributes().values == ["a": 1, "b": 2])
        #expect(adapter.calls.get == 1)
        #expect(try await manager.getPersistentAttributes(useSessionCache: false).values == ["a": 1])
        #expect(adapter.calls.get == 2 && adapter.calls.save == 0)
    }

    @Test("default attributes apply only when nothing was saved")
    func defaults() async throws {
        let empty = try await manager(MemoryAdapter()).getPersistentAttributes(defaultAttributes: ["d": 1])
        #expect(empty.values == ["d": 1])
        let full = try await manager(MemoryAdapter(["a": 1])).getPersistentAttributes(defaultAttributes: ["d": 1])
        #expect(full.values == ["a": 1])
    }

    @Test("persistent attributes are saved on demand, and only if they were read or set")
    func saving() async throws {
        let adapter = MemoryAdapter(["a": 1])
        let manager = manager(adapter)
        try await manager.savePersistentAttributes()
        #expect(adapter.calls == MemoryAdapter.Calls())
        try manager.setPersistentAttributes(persistentAttributes: ["b": 2])
        #expect(adapter.attributes == ["a": 1])
        try await manager.savePersistentAttributes()
        #expect(adapter.attributes == ["b": 2])
        #expect(adapter.calls.get == 0 && adapter.calls.save == 1)
    }

    @Test("after a deletion nothing is saved, and the next access reads the store again")
    func deleting() async throws {
        let adapter = MemoryAdapter(["a": 1])
        let manager = manager(adapter)
        _ = try await manager.getPersistentAttributes()
        try await manager.deletePersistentAttributes()
        try await manager.savePersistentAttributes()
        #expect(adapter.attributes == [:] && adapter.calls.save == 0)
        #expect(try await manager.getPersistentAttributes().values == [:])
        #expect(adapter.calls.get == 2)
    }

    @Test("persistent attributes without a store throw, as does a deletion in a store that does not support it")
    func noPersistence() async throws {
        let manager = manager()
        var codes: [SkillError.Code?] = []
        codes.append(await #expect(throws: SkillError.self) { _ = try await manager.getPersistentAttributes() }?.code)
        codes.append(
            #expect(throws: SkillError.self) { try manager.setPersistentAttributes(persistentAttributes: [:]) }?.code)
        codes.append(await #expect(throws: SkillError.self) { try await manager.savePersistentAttributes() }?.code)
        codes.append(await #expect(throws: SkillError.self) { try await manager.deletePersistentAttributes() }?.code)
        #expect(codes == Array(repeating: .noPersistence, count: 4))
        let error = await #expect(throws: SkillError.self) {
            try await self.manager(MinimalAdapter()).deletePersistentAttributes()
        }
        #expect(error?.code == .storage)
    }
}
