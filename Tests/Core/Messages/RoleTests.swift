import Foundation
import SaybusMessages
import Testing

@Suite("Roles")
struct RoleTests {
    @Test("a role is a string in JSON, whether Saybus knows it or not")
    func string() throws {
        let roles: [Role] = [.intent, Role("doorbell"), Role("")]
        let json = try JSONEncoder().encode(roles)
        #expect(String(decoding: json, as: UTF8.self) == #"["intent","doorbell",""]"#)
        #expect(try JSONDecoder().decode([Role].self, from: json) == roles)
    }

    @Test("a dictionary by role is an object in JSON")
    func key() throws {
        let counts: [Role: Int] = [.audio: 2]
        let json = try JSONEncoder().encode(counts)
        #expect(String(decoding: json, as: UTF8.self) == #"{"audio":2}"#)
        #expect(try JSONDecoder().decode([Role: Int].self, from: json) == counts)
    }

    @Test("a role of one's own can be that of a source and of a status")
    func own() throws {
        let source = try #require(Source(role: Role("doorbell"), instance: "porch"))
        #expect(source.description == "doorbell/porch" && Source("doorbell/porch") == source)
        let status = StageStatus(role: source.role, instance: "porch", state: .ready, pid: 1, uptimeMs: 1)
        let json = try JSONEncoder().encode(status)
        #expect(try JSONDecoder().decode(StageStatus.self, from: json) == status)
    }

    @Test("roles are sorted by their names, and a shadow is not the role itself")
    func names() {
        #expect([Role.tap, .audio, .listen].sorted().map(\.description) == ["audio", "listen", "tap"])
        #expect(Role.intent.shadow.rawValue == "shadow.intent")
    }
}
