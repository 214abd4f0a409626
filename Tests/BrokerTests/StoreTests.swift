import Messages
import Testing

@testable import Broker

@Suite("What the broker remembers")
struct StoreTests {
    private func key(_ owner: String) -> RetainedStore.Key {
        RetainedStore.Key(topic: Topic("catalog"), owner: Source(role: "dispatch", instance: owner)!)
    }
    private func frames(_ text: String) -> [[UInt8]] { [Topic("catalog").bytes, Array(text.utf8)] }

    @Test("the newest per topic and owner is kept, in the order of arrival, and found by prefix")
    func newest() {
        var store = RetainedStore()
        expectEqual(store.put(frames("a1"), for: key("a")), true)
        expectEqual(store.put(frames("b1"), for: key("b")), true)
        expectEqual(store.put(frames("a2"), for: key("a")), true)
        #expect(store.matching(Array("catalog/".utf8)[...]) == [frames("b1"), frames("a2")])
        #expect(store.matching([][...]).count == 2)
        #expect(store.matching(Array("catalogue".utf8)[...]).isEmpty)
        store.remove(key("b"))
        #expect(store.count == 1 && store.bytes == frames("a2").reduce(0) { $0 + $1.count })
    }

    @Test("when there is no room the new one is refused and its predecessor stays")
    func bounds() {
        var store = RetainedStore(maximumCount: 2, maximumBytes: 1000)
        expectEqual(store.put(frames("a"), for: key("a")), true)
        expectEqual(store.put(frames("b"), for: key("b")), true)
        expectEqual(store.put(frames("c"), for: key("c")), false)
        expectEqual(store.put(frames(String(repeating: "x", count: 2000)), for: key("a")), false)
        #expect(store.count == 2 && store.matching([][...]) == [frames("a"), frames("b")])
    }

    @Test("a silent stage is gone once, a stopped one never")
    func beats() {
        var watch = BeatWatch()
        func status(_ instance: String, _ state: StageStatus.State) -> StageStatus {
            StageStatus(role: "intent", instance: instance, state: state, pid: 1, uptimeMs: 0)
        }
        watch.note(status("a", .ready), session: .default, now: 0)
        watch.note(status("b", .ready), session: .default, now: 0)
        watch.note(status("c", .ready), session: .default, now: 2_500_000)
        watch.note(status("b", .stopped), session: .default, now: 10)
        expectEqual(watch.tick(now: 3_000_000).isEmpty, true)
        expectEqual(watch.tick(now: 3_000_001).map(\.status.instance), ["a"])
        expectEqual(watch.tick(now: 3_100_000).isEmpty, true)
        expectEqual(watch.tick(now: 9_000_000).map(\.status.instance), ["c"])
    }
}
