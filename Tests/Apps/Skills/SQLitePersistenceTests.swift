import Foundation
import GRDB
import SaybusMessages
import SaybusSkills
import SaybusTesting
import Testing

/// A temporary folder, deleted with the object.
private final class Folder {
    let path = NSTemporaryDirectory() + "saybus-attributes-" + UUID().uuidString
    var file: String { path + "/attributes.db" }

    init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(atPath: path) }
}

@Suite("Attributes in an SQLite file")
struct SQLitePersistenceTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    private func envelope(_ user: String? = "user", application: String = "skill") -> RequestEnvelope {
        Samples.envelope(Samples.launch(), user: user, application: application)
    }

    private func error<Result>(_ work: () async throws -> Result) async -> SkillError? {
        await #expect(throws: SkillError.self) { _ = try await work() }
    }

    @Test("saved attributes belong to a user and a skill, and survive closing the file")
    func keeps() async throws {
        let values: [String: JSONValue] = ["a": [1, .number(2.5), .null, "ü\"'"], "b": ["c": true]]
        do {
            let store = try SQLitePersistenceAdapter(path: folder.file)
            #expect(try await store.getAttributes(requestEnvelope: envelope()) == [:])
            try await store.saveAttributes(requestEnvelope: envelope(), attributes: ["old": 1])
            try await store.saveAttributes(requestEnvelope: envelope(), attributes: values)
        }
        let store = try SQLitePersistenceAdapter(path: folder.file)
        #expect(try await store.getAttributes(requestEnvelope: envelope()) == values)
        #expect(try await store.getAttributes(requestEnvelope: envelope("other")) == [:])
        #expect(try await store.getAttributes(requestEnvelope: envelope(application: "other")) == [:])
        try await store.saveAttributes(requestEnvelope: envelope("other"), attributes: ["x": 1])
        try await store.deleteAttributes(requestEnvelope: envelope())
        #expect(try await store.getAttributes(requestEnvelope: envelope()) == [:])
        #expect(try await store.getAttributes(requestEnvelope: envelope("other")) == ["x": 1])
    }

    @Test("values that JSON cannot express are refused, and the saved attributes remain")
    func noJSON() async throws {
        let store = try SQLitePersistenceAdapter(path: folder.file)
        try await store.saveAttributes(requestEnvelope: envelope(), attributes: ["a": 1])
        let error = await error {
            try await store.saveAttributes(requestEnvelope: envelope(), attributes: ["a": .number(.infinity)])
        }
        #expect(error?.code == .storage)
        #expect(try await store.getAttributes(requestEnvelope: envelope()) == ["a": 1])
    }

    @Test("only the owner can read or write the file")
    func permissions() throws {
        _ = try SQLitePersistenceAdapter(path: folder.file)
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.file)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test("attributes are stored by user, device or speaker, and a request without the id throws")
    func keys() async throws {
        let whole = envelope()
        #expect(try PartitionKeyGenerator.userId.key(whole) == "user")
        #expect(try PartitionKeyGenerator.deviceId.key(whole) == "device")
        #expect(try PartitionKeyGenerator.personId.key(whole) == "person")
        var stranger = whole
        stranger.context.system.person = nil
        #expect(try PartitionKeyGenerator.personId.key(stranger) == "user")
        stranger.context.system.user = nil
        stranger.context.system.device = nil
        for keys in [PartitionKeyGenerator.userId, .deviceId, .personId] {
            let store = try SQLitePersistenceAdapter(path: folder.file, partitionKeyGenerator: keys)
            #expect(await error { try await store.getAttributes(requestEnvelope: stranger) }?.code == .noPartitionKey)
        }
    }

    @Test("attributes that a handler saves are stored")
    func skill() async throws {
        let skill = try SkillBuilders.standard(attributesFile: folder.file).addRequestHandler({ _ in true }) { input in
            let attributes = try await input.attributesManager.getPersistentAttributes()
            let visits = (try attributes.decode(Int.self, forKey: "visits") ?? 0) + 1
            try attributes.encode(visits, forKey: "visits")
            try await input.attributesManager.savePersistentAttributes()
            return input.responseBuilder.speak("\(visits)").getResponse()
        }.create()
        for visit in 1...3 {
            let answer = try await skill.invoke(envelope())
            #expect(answer.response.outputSpeech?.content == "<speak>\(visit)</speak>")
        }
        #expect(try await skill.invoke(envelope("other")).response.outputSpeech?.content == "<speak>1</speak>")
    }

    @Test("a file locked by another program is reported, and works again after it is unlocked")
    func locked() async throws {
        let store = try SQLitePersistenceAdapter(path: folder.file, timeout: 0.01)
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let other = try DatabaseQueue(path: folder.file, configuration: configuration)
        try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
        let error = await error { try await store.saveAttributes(requestEnvelope: envelope(), attributes: ["a": 1]) }
        #expect(error?.code == .storageBusy)
        #expect(error?.reason.contains(folder.file) == true && error?.cause is DatabaseError)
        #expect(try await store.getAttributes(requestEnvelope: envelope()) == [:])
        try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
        try await store.saveAttributes(requestEnvelope: envelope(), attributes: ["a": 1])
        #expect(try await store.getAttributes(requestEnvelope: envelope()) == ["a": 1])
    }

    @Test(
        "a full disk is reported, and the saved attributes can still be read",
        .enabled(if: SmallDisk.isPossible, "needs the right to mount a small file system, as the superuser has"))
    func fullDisk() async throws {
        let disk = try SmallDisk(kilobytes: 512)
        let store = try SQLitePersistenceAdapter(path: disk.path + "/attributes.db")
        try await store.saveAttributes(requestEnvelope: envelope(), attributes: ["a": 1])
        let large: JSONValue = .string(String(repeating: "word ", count: 200_000))
        let error = await error {
            try await store.saveAttributes(requestEnvelope: envelope(), attributes: ["large": large])
        }
        #expect(error?.code == .storageFull, "\(String(describing: error))")
        #expect(error?.reason.contains("the disk is full") == true)
        #expect(try await store.getAttributes(requestEnvelope: envelope()) == ["a": 1])
        try await store.saveAttributes(requestEnvelope: envelope(), attributes: ["a": 2])
        #expect(try await store.getAttributes(requestEnvelope: envelope()) == ["a": 2])
    }

    @Test("a file that is not a database, or of another application, is refused and left unchanged")
    func foreign() async throws {
        let noise = Data((0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 7919) })
        try noise.write(to: URL(filePath: folder.file))
        let noDatabase = await error { try SQLitePersistenceAdapter(path: folder.file) }
        #expect(noDatabase?.code == .storageCorrupt)
        #expect(try Data(contentsOf: URL(filePath: folder.file)) == noise)

        let path = folder.path + "/other.db"
        try await DatabaseQueue(path: path).write { try $0.execute(sql: "CREATE TABLE attributes (x)") }
        let ofSomethingElse = await error { try SQLitePersistenceAdapter(path: path) }
        #expect(ofSomethingElse?.code == .storage)
        #expect(ofSomethingElse?.reason.contains("something else") == true)
        #expect(await error { try SQLitePersistenceAdapter(path: folder.path + "/no/folder.db") }?.code == .storage)
    }

    @Test("overwritten pages and values that are not JSON are reported")
    func corrupted() async throws {
        let store = try SQLitePersistenceAdapter(path: folder.file)
        let large: JSONValue = .string(String(repeating: "word ", count: 20_000))
        for user in 0..<20 {
            try await store.saveAttributes(requestEnvelope: envelope("\(user)"), attributes: ["large": large])
        }
        let other = try DatabaseQueue(path: folder.file)
        try await other.write { try $0.execute(sql: "UPDATE attributes SET attributes = '[1' WHERE key = '0'") }
        #expect(await error { try await store.getAttributes(requestEnvelope: envelope("0")) }?.code == .storageCorrupt)
        try await store.deleteAttributes(requestEnvelope: envelope("0"))
        #expect(try await store.getAttributes(requestEnvelope: envelope("0")) == [:])

        // A checkpoint moves all data to the file, so that nothing is read from the write-ahead log.
        try await other.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
        let size = try #require(
            FileManager.default.attributesOfItem(atPath: folder.file)[.size] as? Int)
        let handle = try FileHandle(forWritingTo: URL(filePath: folder.file))
        try handle.seek(toOffset: 4096)
        try handle.write(contentsOf: Data(repeating: 0xA5, count: size - 4096))
        try handle.close()
        let reopened = try SQLitePersistenceAdapter(path: folder.file)
        #expect(
            await error { try await reopened.getAttributes(requestEnvelope: envelope("1")) }?.code == .storageCorrupt)
    }
}
