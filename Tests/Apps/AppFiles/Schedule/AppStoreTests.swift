import Foundation
import GRDB
import SaybusBus
import SaybusSupport
import SaybusTesting
import Testing

@testable import SaybusAppFiles

@Suite("The lists of an app", .timeLimit(.minutes(1)))
struct AppStoreTests {
    private let folder: TemporaryFolder
    private let store: AppStore

    init() throws {
        folder = try TemporaryFolder()
        store = AppStore(path: folder.path + "/k.sqlite")
    }

    private func request(_ change: ListRequest.Change, and: String = "and", isSeveral: Bool = true) -> ListRequest {
        ListRequest(name: "shopping", change: change, none: "", and: and, isSeveral: isSeveral)
    }

    @Test("a full list takes no entry more, has none of several that do not fit, and knows what it has already")
    func bounded() async throws {
        let entries = (1..<AppStore.maximumEntries).map { "entry \($0)" }
        #expect(try await store.add(entries, to: "shopping") == entries.count)
        let several = await #expect(throws: StoreError.self) { try await store.add(["a", "b"], to: "shopping") }
        #expect(several?.code == .tooMany)
        #expect(try await store.entries(of: "shopping") == entries)
        #expect(try await store.add(["a"], to: "shopping") == 1)
        #expect(try await store.add(["A", "entry 1"], to: "shopping") == 0, "both are there")
        let more = await #expect(throws: StoreError.self) { try await store.add(["b"], to: "other") }
        #expect(more?.code == .tooMany)
    }

    @Test("an app finds the file of an earlier release again")
    func path() throws {
        let path = AppStore.path(of: "kitchen", bus: try BusAddress("ipc:///tmp/x"), in: "/state")
        #expect(path == "/state/kitchen-e96d9d567000bb72.sqlite")
    }

    @Test("two programs that add the last entry at once do not exceed the limit")
    func together() async throws {
        let entries = (1..<AppStore.maximumEntries).map { "entry \($0)" }
        #expect(try await store.add(entries, to: "shopping") == entries.count)
        let stores = [store, AppStore(path: store.path)]
        let added = await withTaskGroup(of: Int.self) { group in
            for (index, store) in stores.enumerated() {
                group.addTask { (try? await store.add(["last \(index)"], to: "shopping")) ?? 0 }
            }
            return await group.reduce(0, +)
        }
        #expect(added == 1)
        #expect(try await store.entries(of: "shopping").count == AppStore.maximumEntries)
    }

    @Test(
        "words with commas and the language's \"and\" are several entries, if the app wants that, and no words are none"
    )
    func entries() {
        let text = "milk, dark bread, 1,5 liters of oil and eggs"
        let several = ["milk", "dark bread", "1,5 liters of oil", "eggs"]
        #expect(request(.read).entries(of: text) == several)
        #expect(request(.read, isSeveral: false).entries(of: text) == [text])
        #expect(request(.read, and: "und").entries(of: "Milch und Eier") == ["Milch", "Eier"])
        #expect(request(.read, and: "و").entries(of: "حليب، بيض و خبز") == ["حليب", "بيض", "خبز"])
        #expect(request(.read, and: "和").entries(of: "牛奶、鸡蛋") == ["牛奶", "鸡蛋"])
        #expect(request(.read).entries(of: "and") == ["and"])
        #expect(request(.read).entries(of: "").isEmpty && request(.read, isSeveral: false).entries(of: " ").isEmpty)
    }

    @Test(
        "an entry that is taken back is none, and neither are the words that do so",
        arguments: [
            ("milk, no wait, bread", ["bread"]), ("milk, eggs, no, bread and oil", ["milk", "bread", "oil"]),
            ("milk, no, wait, bread", ["bread"]), ("milk, wait, no, bread", ["bread"]),
            ("milk, no, eggs, no, bread", ["bread"]), ("Bambi, Sorry, Wait, Up", ["Bambi", "Sorry", "Wait", "Up"]),
            ("milk, I mean, bread", ["bread"]), ("eggs, no fat milk", ["eggs", "no fat milk"]),
            ("Bambi, Sorry and Up", ["Bambi", "Sorry", "Up"]), ("No, Up", ["No", "Up"]), ("milk, no", ["milk", "no"]),
        ])
    func takenBack(text: String, entries: [String]) {
        #expect(request(.read).entries(of: text) == entries)
    }

    @Test("a whole phrase is removed first, then its parts, and only those that are there are told")
    func removal() async throws {
        #expect(try await store.add(["gin and tonic", "gin", "milk"], to: "shopping") == 3)
        let parts = ["gin", "tonic"]
        #expect(try await store.remove("Gin and tonic", orParts: parts, from: "shopping") == ["Gin and tonic"])
        #expect(try await store.remove("gin and tonic", orParts: parts, from: "shopping") == ["gin"])
        #expect(try await store.remove("gin and tonic", orParts: parts, from: "shopping").isEmpty)
        #expect(try await store.entries(of: "shopping") == ["milk"])
        #expect(try await store.clear("shopping") == 1)
    }

    @Test("an entry with punctuation is removed by its words")
    func punctuation() async throws {
        #expect(try await store.add(["buy milk. and eggs", "C++", "C"], to: "notes") == 3)
        #expect(
            try await store.remove("buy milk and eggs", orParts: ["buy milk", "eggs"], from: "notes")
                == ["buy milk and eggs"])
        #expect(try await store.remove("c", orParts: [], from: "notes") == ["c"])
        #expect(try await store.entries(of: "notes") == ["C++"], "an entry as it is written comes first")
    }

    @Test("an entry is removed whatever article or the like precedes it, unless one is there as it was said")
    func determiners() async throws {
        #expect(try await store.add(["milk", "some eggs", "butter", "the butter", "no rice"], to: "shopping") == 5)
        #expect(try await store.remove("The milk", orParts: [], from: "shopping") == ["The milk"])
        #expect(try await store.remove("the eggs", orParts: [], from: "shopping") == ["the eggs"])
        #expect(try await store.remove("the butter", orParts: [], from: "shopping") == ["the butter"])
        #expect(try await store.entries(of: "shopping") == ["butter", "no rice"])
        #expect(try await store.remove("rice", orParts: [], from: "shopping").isEmpty, "\"no rice\" is something else")
        let parts = ["the rice", "some butter"]
        #expect(try await store.remove("the rice and some butter", orParts: parts, from: "shopping") == ["some butter"])
        #expect(try await store.add(["the"], to: "shopping") == 1)
        #expect(try await store.remove("some", orParts: [], from: "shopping").isEmpty)
    }

    @Test("a file that is closed has all entries itself, without a log beside it, and is opened again")
    func closed() async throws {
        #expect(try await store.add(["milk", "eggs"], to: "shopping") == 2)
        await store.close()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["k.sqlite"])
        let copy = folder.path + "/copy.sqlite"
        try FileManager.default.copyItem(atPath: store.path, toPath: copy)
        #expect(try await AppStore(path: copy).entries(of: "shopping") == ["milk", "eggs"])
        #expect(try await store.entries(of: "shopping") == ["milk", "eggs"])
    }

    @Test("a bus has one file however its directory is written, and one of an earlier version is found")
    func oneBus() throws {
        let bus = folder.path + "/bus"
        try FileManager.default.createDirectory(atPath: bus, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/link", withDestinationPath: bus)
        func path(_ directory: String) throws -> String {
            AppStore.path(of: "k", bus: try BusAddress("ipc://\(directory)"), in: folder.path)
        }
        let paths = try [bus, bus + "/", folder.path + "/link", folder.path + "/./bus"].map(path)
        #expect(Set(paths).count == 1)
        let linked = "ipc://\(folder.path)/link"
        let earlier = "\(folder.path)/k-\(String(FNV1a(linked.utf8).value, radix: 16)).sqlite"
        try Data().write(to: URL(fileURLWithPath: earlier))
        #expect(try path(folder.path + "/link") == earlier)
    }

    @Test("the files of the same app on other buses are known until the app has one of its own")
    func otherBuses() async throws {
        for name in ["k-12ab.sqlite", "k-12ab.sqlite-wal", "k-2-34cd.sqlite", "other-12ab.sqlite"] {
            try Data().write(to: URL(fileURLWithPath: "\(folder.path)/\(name)"))
        }
        let store = AppStore(path: folder.path + "/k-56ef.sqlite")
        #expect(store.othersOfApp() == [folder.path + "/k-12ab.sqlite"])
        #expect(try await store.add(["milk"], to: "shopping") == 1)
        #expect(store.othersOfApp().isEmpty)
    }

    @Test("a file that could not be written tells when it can be again, and not when it can be read only")
    func recovery() async throws {
        let (recoveries, reports) = (Watched(0), Watched<[String]>([]))
        let path = folder.path + "/full.sqlite"
        let store = AppStore(path: path) {
            recoveries.change { $0 += 1 }
        } report: { sentence in
            reports.change { $0.append(sentence) }
        }
        #expect(try await store.add(["milk"], to: "shopping") == 1)
        let queue = try DatabaseQueue(path: path)
        try await queue.write { db in
            try db.execute(
                sql: """
                    CREATE TRIGGER refuse BEFORE INSERT ON entries BEGIN SELECT RAISE(ABORT, 'the disk is full'); END
                    """)
        }
        let error = await #expect(throws: StoreError.self) { try await store.add(["eggs"], to: "shopping") }
        #expect(error?.reason.hasPrefix(AppStore.complaint(about: path)) == true)
        #expect(try await store.entries(of: "shopping") == ["milk"])
        #expect(recoveries.value == 0)
        #expect(reports.value.count == 1 && reports.value.first == error?.reason)
        try await queue.write { db in try db.execute(sql: "DROP TRIGGER refuse") }
        try queue.close()
        #expect(try await store.add(["eggs"], to: "shopping") == 1)
        #expect(recoveries.value == 1)
    }

    @Test("a file that cannot be written is reported before the first use, and tells without one when it can be again")
    func checked() async throws {
        let (recoveries, reports) = (Watched(0), Watched<[String]>([]))
        let blocked = folder.path + "/blocked"
        try Data().write(to: URL(fileURLWithPath: blocked))
        let store = AppStore(path: blocked + "/k.sqlite") {
            recoveries.change { $0 += 1 }
        } report: { sentence in
            reports.change { $0.append(sentence) }
        }
        await store.checkAgain()
        #expect(reports.value.isEmpty, "nothing has failed yet")
        await store.check()
        #expect(reports.value.count == 1)
        await store.checkAgain()
        #expect(reports.value.count == 2 && recoveries.value == 0)
        try FileManager.default.removeItem(atPath: blocked)
        await store.checkAgain()
        await store.checkAgain()
        #expect(reports.value.count == 2 && recoveries.value == 1)
        #expect(try await store.add(["milk"], to: "shopping") == 1)
    }
}
