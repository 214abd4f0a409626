import SaybusExpectations
import SaybusMessages
import Testing

@testable import SaybusBroker

@Suite("Retained messages and heartbeats")
struct StoreTests {
    private func key(_ owner: String) -> RetainedStore.Key {
        RetainedStore.Key(topic: Topic("catalog"), owner: Source(role: .dispatch, instance: owner)!)
    }
    private func frames(_ text: String) -> [[UInt8]] { [Topic("catalog").bytes, Array(text.utf8)] }

    @Test("the newest message per topic and owner is stored, in the order of arrival, and found by prefix")
    func newest() {
        var store = RetainedStore()
        expectEqual(store.put(frames("a1"), for: key("a"), by: "a"), .kept)
        expectEqual(store.put(frames("b1"), for: key("b"), by: "b"), .kept)
        expectEqual(store.put(frames("a2"), for: key("a"), by: "a"), .kept)
        #expect(store.matching(Array("catalog/".utf8)[...]) == [frames("b1"), frames("a2")])
        #expect(store.matching([][...]).count == 2)
        #expect(store.matching(Array("catalogue".utf8)[...]).isEmpty)
        store.remove(key("b"))
        #expect(store.count == 1 && store.bytes == frames("a2").reduce(0) { $0 + $1.count })
    }

    @Test("a full store refuses a new message, and its predecessor stays")
    func bounds() {
        var store = RetainedStore(maximumCount: 4, maximumBytes: 4000)
        for name in ["a", "b", "c", "d"] { expectEqual(store.put(frames(name), for: key(name), by: name), .kept) }
        expectEqual(store.put(frames("e"), for: key("e"), by: "e"), .full)
        expectEqual(store.put(frames("a"), for: key("a"), by: "a"), .kept)
        expectEqual(store.put(frames(String(repeating: "x", count: 2000)), for: key("a"), by: "a"), .quotaReached)
        #expect(store.count == 4 && store.matching([][...]) == ["b", "c", "d", "a"].map { frames($0) })
    }

    @Test("one publisher gets at most a quarter of the store, under however many names it publishes")
    func quota() {
        var store = RetainedStore(maximumCount: 40, maximumBytes: 1 << 20)
        expectEqual(store.put(frames("good"), for: key("good"), by: "good"), .kept)
        for number in 0..<100 {
            let outcome = store.put(frames("\(number)"), for: key("n\(number)"), by: "flood")
            expectEqual(outcome, number < 10 ? .kept : .quotaReached)
        }
        #expect(store.count == 11)
        expectEqual(store.put(frames("newer"), for: key("n0"), by: "flood"), .kept)
        // The publisher's quota has room again when one of its messages is removed.
        store.remove(key("n3"))
        expectEqual(store.put(frames("last"), for: key("n99"), by: "flood"), .kept)
        expectEqual(store.put(frames("good"), for: key("good"), by: "good"), .kept)
        #expect(store.count == 11)
    }

    @Test("messages of lost owners make room, the longest lost first, but an owner that is back keeps its messages")
    func gone() {
        var store = RetainedStore(maximumCount: 4, maximumBytes: 1 << 20)
        for name in ["a", "b", "c", "d"] { expectEqual(store.put(frames(name), for: key(name), by: name), .kept) }
        for name in ["b", "a", "c"] {
            expectEqual(store.put(frames(name), for: key(name), by: name), .kept)
            store.mark(key(name).owner, isGone: true, now: 0)
        }
        store.mark(key("b").owner, isGone: false, now: 0)
        expectEqual(store.put(frames("e"), for: key("e"), by: "e"), .kept)
        #expect(store.matching([][...]) == ["d", "b", "c", "e"].map { frames($0) })
    }

    @Test("a message of the broker itself needs no quota, and counts for whom the message counted that it replaces")
    func own() {
        var store = RetainedStore(maximumCount: 8, maximumBytes: 1 << 20)
        for name in ["a", "b"] { expectEqual(store.put(frames(name), for: key(name), by: "flood"), .kept) }
        for name in ["a", "b", "c", "d", "e"] {
            expectEqual(store.put(frames("lost \(name)"), for: key(name), by: nil), .kept)
        }
        #expect(store.matching([][...]) == ["a", "b", "c", "d", "e"].map { frames("lost \($0)") })
        expectEqual(store.put(frames("f"), for: key("f"), by: "flood"), .quotaReached)
        store.remove(key("a"))
        expectEqual(store.put(frames("f"), for: key("f"), by: "flood"), .kept)
        store.remove(publisher: "flood")
        #expect(store.matching([][...]) == ["c", "d", "e"].map { frames("lost \($0)") })
    }

    @Test("the messages of the owners lost last are kept, for a day, and those of an owner that is back for longer")
    func expiry() {
        var store = RetainedStore(maximumGone: 2)
        for (time, name) in ["a", "b", "c"].enumerated() {
            expectEqual(store.put(frames(name), for: key(name), by: name), .kept)
            store.mark(key(name).owner, isGone: true, now: Int64(time))
        }
        #expect(store.matching([][...]) == ["b", "c"].map { frames($0) })
        // To be lost again is no news.
        store.mark(key("b").owner, isGone: true, now: 10)
        store.expire(now: 1 + RetainedStore.timeOfGone)
        #expect(store.count == 2)
        store.expire(now: 2 + RetainedStore.timeOfGone)
        #expect(store.matching([][...]) == [frames("c")])
        store.mark(key("c").owner, isGone: false, now: 3)
        store.expire(now: .max)
        #expect(store.count == 1)
        // An owner without messages is nobody whose messages could be removed.
        store.mark(key("d").owner, isGone: true, now: 4)
        store.mark(key("e").owner, isGone: true, now: 4)
        store.mark(key("c").owner, isGone: true, now: 4)
        #expect(store.count == 1)
    }

    @Test("a monitor without room for another stage says so, and goes on with those that it has")
    func capacity() {
        var monitor = HeartbeatMonitor(capacity: 1)
        func status(_ instance: String) -> StageStatus {
            StageStatus(role: .intent, instance: instance, state: .ready, pid: 1, uptimeMs: 0)
        }
        expectEqual(monitor.update(status("a"), session: .default, now: 0), true)
        expectEqual(monitor.update(status("b"), session: .default, now: 0), false)
        expectEqual(monitor.update(status("a"), session: .default, now: 1), true)
    }

    @Test("two programs of one name are noticed, and a program that is restarted is not taken for two")
    func namesakes() {
        var monitor = HeartbeatMonitor()
        let status = StageStatus(role: .intent, instance: "a", state: .ready, pid: 1, uptimeMs: 0)
        func beat(_ run: UInt32) -> Source? {
            monitor.update(status, session: .default, now: 0, run: run)
            return monitor.takeNamesake()
        }
        for run in [1, 1, 2, 2, 3, 4, 5, 6] as [UInt32] { expectEqual(beat(run), nil) }
        // The last words of a program whose successor has started.
        for run in [5, 6] as [UInt32] { expectEqual(beat(run), nil) }
        expectEqual(beat(5), Source(role: .intent, instance: "a"))
        expectEqual(beat(5), nil)
    }

    @Test("the end of a run removes its own messages, and those of another program of the same name stay")
    func runs() {
        var store = RetainedStore()
        func topic(_ name: String) -> RetainedStore.Key {
            RetainedStore.Key(topic: Topic(Kind(rawValue: name)!), owner: Source(role: .dispatch, instance: "a")!)
        }
        expectEqual(store.put(frames("old"), for: topic("catalog.old"), by: "a", run: 1), .kept)
        expectEqual(store.put(frames("status 1"), for: topic("stage.status"), by: "a", run: 1), .kept)
        expectEqual(store.put(frames("status 2"), for: topic("stage.status"), by: "a", run: 2), .kept)
        expectEqual(store.put(frames("new"), for: topic("catalog.new"), by: "a", run: 2), .kept)
        store.remove(owner: Source(role: .dispatch, instance: "a")!, run: 1)
        #expect(store.matching([][...]) == [frames("status 2"), frames("new")])
        // The broker's own message about a stage belongs to the run of the message that it replaces.
        expectEqual(store.put(frames("lost"), for: topic("stage.status"), by: nil), .kept)
        store.remove(owner: Source(role: .dispatch, instance: "a")!, run: 2)
        #expect(store.count == 0)
    }

    @Test("the end of a run removes what a former run, which has crashed, has left under its name")
    func crashedRun() {
        let owner = Source(role: .dispatch, instance: "a")!
        func topic(_ name: String) -> RetainedStore.Key {
            RetainedStore.Key(topic: Topic(Kind(rawValue: name)!), owner: owner)
        }
        var store = RetainedStore()
        expectEqual(store.put(frames("kitchen"), for: topic("catalog.kitchen"), by: "a", run: 1), .kept)
        expectEqual(store.put(frames("bedroom"), for: topic("catalog.bedroom"), by: "a", run: 2), .kept)
        expectEqual(store.put(frames("hall"), for: topic("catalog.hall"), by: "a", run: 3), .kept)
        store.remove(owner: owner, run: 4)
        #expect(store.count == 3)
        store.remove(owner: owner, run: 2)
        #expect(store.matching([][...]) == [frames("hall")])
    }

    @Test("a status removes what former runs have left and the owner's other statuses, but nothing of a successor")
    func outdated() {
        let owner = Source(role: .dispatch, instance: "a")!
        func key(_ kind: Kind, _ session: String) -> RetainedStore.Key {
            RetainedStore.Key(topic: Topic(kind, Session(rawValue: session)!), owner: owner)
        }
        var store = RetainedStore()
        func put(_ text: String, _ kind: Kind, _ session: String, run: UInt32?) {
            expectEqual(store.put(frames(text), for: key(kind, session), by: run.map { _ in "a" }, run: run), .kept)
        }
        put("catalog 1", Catalog.kind, "kitchen", run: 1)
        put("status 1", StageStatus.kind, "kitchen", run: 1)
        put("catalog 2", Catalog.kind, "bedroom", run: 2)
        put("status 2", StageStatus.kind, "bedroom", run: 2)
        #expect(store.hasSuccessor(of: 1, owner) && !store.hasSuccessor(of: 2, owner))
        // The first run still drains.
        store.removeOutdated(by: key(StageStatus.kind, "kitchen"), run: 1)
        #expect(store.count == 4)
        store.removeOutdated(by: key(StageStatus.kind, "bedroom"), run: 2)
        #expect(store.matching([][...]) == [frames("catalog 2"), frames("status 2")])
        // The broker's word about a stage is of no run, and the stage itself knows better.
        put("lost", StageStatus.kind, "hall", run: nil)
        put("status 2", StageStatus.kind, "cellar", run: 2)
        store.removeOutdated(by: key(StageStatus.kind, "cellar"), run: 2)
        #expect(store.matching([][...]) == [frames("catalog 2"), frames("status 2")])
    }

    @Test("a stage stays watched when a former program of its name stops")
    func formerEnd() {
        var monitor = HeartbeatMonitor()
        func update(_ state: StageStatus.State, _ run: UInt32) {
            let status = StageStatus(role: .intent, instance: "a", state: state, pid: 1, uptimeMs: 0)
            monitor.update(status, session: .default, now: 0, run: run)
        }
        update(.ready, 1)
        update(.ready, 2)
        update(.stopped, 1)
        expectEqual(monitor.tick(now: 3_000_001).map(\.status.instance), ["a"])
        update(.ready, 2)
        update(.stopped, 2)
        expectEqual(monitor.tick(now: 6_100_000).isEmpty, true)
    }

    @Test("a silent stage is reported lost once, and a stopped stage never")
    func beats() {
        var monitor = HeartbeatMonitor()
        func status(_ instance: String, _ state: StageStatus.State) -> StageStatus {
            StageStatus(role: .intent, instance: instance, state: state, pid: 1, uptimeMs: 0)
        }
        monitor.update(status("a", .ready), session: .default, now: 0)
        monitor.update(status("b", .ready), session: .default, now: 0)
        monitor.update(status("c", .ready), session: .default, now: 2_500_000)
        monitor.update(status("b", .stopped), session: .default, now: 10)
        expectEqual(monitor.tick(now: 3_000_000).isEmpty, true)
        expectEqual(monitor.tick(now: 3_000_001).map(\.status.instance), ["a"])
        expectEqual(monitor.tick(now: 3_100_000).isEmpty, true)
        expectEqual(monitor.tick(now: 4_500_000).isEmpty, true)
        expectEqual(monitor.tick(now: 5_500_001).map(\.status.instance), ["c"])
    }

    @Test("no stage is reported lost for a time in which the broker itself stood still")
    func standstill() {
        var monitor = HeartbeatMonitor()
        let status = StageStatus(role: .intent, instance: "a", state: .ready, pid: 1, uptimeMs: 0)
        monitor.update(status, session: .default, now: 0)
        expectEqual(monitor.tick(now: 1_000_000).isEmpty, true)
        // Frozen for a minute; the heartbeats of that time are still in the socket.
        expectEqual(monitor.tick(now: 61_000_000).isEmpty, true)
        expectEqual(monitor.tick(now: 62_000_000).isEmpty, true)
        // A stage that stays silent is lost all the same.
        expectEqual(monitor.tick(now: 63_000_001).map(\.status.instance), ["a"])
    }
}
