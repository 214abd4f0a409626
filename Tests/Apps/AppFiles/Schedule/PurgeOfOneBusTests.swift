import Foundation
import GRDB
import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

@testable import SaybusAppFiles

@Suite("A purge of one bus", .timeLimit(.minutes(1)))
struct PurgeOfOneBusTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Stores a timer of the hall in the file of an app on a bus, and returns the file.
    private func setTimer(of app: String, on bus: BusAddress) async throws -> String {
        let path = AppStore.path(of: app, bus: bus, in: folder.path)
        let store = AppStore(path: path)
        _ = try await store.insert(
            ScheduledItem(
                key: "timer", kind: .alarm, name: "", session: hall,
                trigger: .local(day: 20_000, second: 0, weekdays: nil), values: ActionValues()))
        await store.close()
        return path
    }

    private var hall: Session { get throws { try #require(Session(rawValue: "hall")) } }

    @Test("a purge of one bus takes the timers of its files, leaves those of others, and names them")
    func oneBus() async throws {
        let hall = try self.hall
        let (house, other) = (try BusAddress("ipc:///tmp/house"), try BusAddress("tcp://house.local:7700"))
        let own = [try await setTimer(of: "kitchen", on: house), try await setTimer(of: "den", on: house)]
        let left = try await setTimer(of: "kitchen", on: other)
        let trial = try await AppStorePurge.purge(hall, of: house, in: folder.path, isTrial: true)
        #expect(trial.map(\.path) == own.sorted())
        #expect(try await AppStorePurge.purge(hall, of: house, in: folder.path).map(\.path) == own.sorted())
        #expect(try await AppStore(path: left).items().items.count == 1)
        #expect(await AppStorePurge.remaining(hall, besides: house, in: folder.path) == [left])
        #expect(await AppStorePurge.remaining(hall, besides: other, in: folder.path).isEmpty)
        #expect(try await AppStorePurge.purge(hall, in: folder.path).map(\.path) == [left], "all buses")
    }

    @Test("an item that cannot be read goes with the session that it names, and one that names none is told")
    func unreadableItems() async throws {
        let hall = try self.hall
        let bus = try BusAddress("ipc:///tmp/house")
        let path = try await setTimer(of: "kitchen", on: bus)
        let store = AppStore(path: path)
        func add(_ text: String) async throws {
            try await store.work { db in
                try db.execute(sql: "INSERT INTO scheduled (item) VALUES (?)", arguments: [text])
            }
        }
        let other = #"{"session":"den","new":"hall"}"#
        for text in [#"{"session":"hall","new":1}"#, other, #"{"name":"tea","session":"hall","#] { try await add(text) }
        #expect(try await AppStorePurge.purge(hall, of: bus, in: folder.path).map(\.scheduled) == [3])
        let left = try await store.items().unreadableItems.values
        #expect(Array(left) == [other])
        let second = try BusAddress("ipc:///tmp/second")
        #expect(await AppStorePurge.remaining(hall, besides: second, in: folder.path).isEmpty)
        try await add("half an it")
        let place = folder.path
        let error = await #expect(throws: StoreError.self) {
            _ = try await AppStorePurge.purge(hall, of: bus, in: place)
        }
        #expect(error?.reason.contains("cannot be read") == true)
        await store.close()
    }

    @Test("files of other buses that cannot be read count as remaining, databases of something else do not")
    func unreadable() async throws {
        let hall = try self.hall
        let bus = try BusAddress("ipc:///tmp/house")
        let path = try folder.write("kitchen-12ab.sqlite", String(repeating: "no database ", count: 100))
        let foreign = try DatabaseQueue(path: folder.path("mail-12ab.sqlite"))
        try await foreign.write { db in try db.execute(sql: "CREATE TABLE mails (id INTEGER)") }
        #expect(try await AppStorePurge.purge(hall, of: bus, in: folder.path).isEmpty)
        #expect(await AppStorePurge.remaining(hall, besides: bus, in: folder.path) == [path])
    }
}
