import Testing

@testable import SaybusSupport

@Suite("Generational cache")
struct GenerationalCacheTests {
    @Test("the cache keeps the last keys written, and never more than twice its capacity")
    func bounds() {
        var cache = GenerationalCache<Int, Int>(capacity: 10)
        for number in 0..<1000 {
            cache[number] = -number
            #expect((max(0, number - 9)...number).allSatisfy { cache[$0] == -$0 })
            #expect(cache.entries.count <= 20)
        }
        #expect(cache[979] == nil)
    }

    @Test("a key that is written again stays, whatever else is written")
    func renewed() {
        var cache = GenerationalCache<Int, Int>(capacity: 10)
        for number in 1..<1000 {
            cache[0] = number
            cache[number] = number
            #expect(cache[0] == number)
        }
    }

    @Test("a removed key is gone from both generations")
    func removed() {
        var cache = GenerationalCache<Int, Int>(capacity: 2)
        for number in 0..<3 { cache[number] = number }
        cache[0] = 10
        cache[0] = nil
        #expect(!cache.contains(0) && cache[0] == nil)
        cache[2] = nil
        #expect(!cache.contains(2) && cache.contains(1))
    }

    @Test("the entries contain each key once, with the value written last")
    func entries() {
        var cache = GenerationalCache<Int, Int>(capacity: 4)
        for number in 0..<6 { cache[number] = number }
        cache[1] = 10
        #expect(
            Dictionary(cache.entries.map { ($0.key, $0.value) }) { _, _ in -1 } == [
                0: 0, 1: 10, 2: 2, 3: 3, 4: 4, 5: 5,
            ])
    }

    @Test("an update sees the value of either generation, and what it leaves is there; a nil removes the key")
    func update() {
        var cache = GenerationalCache<Int, Int>(capacity: 2)
        for number in 0..<3 { cache[number] = number }
        func add(_ key: Int) -> Int? {
            cache.update(key) { value in
                defer { value = (value ?? 100) + 1 }
                return value
            }
        }
        #expect([0, 0, 2, 7].map(add) == [0, 1, 2, nil])
        #expect(cache[0] == 2 && cache[2] == 3 && cache[7] == 101)
        cache[0] = 5
        cache[8] = 8
        cache.update(0) { $0 = nil }
        #expect(!cache.contains(0))
    }

    @Test("all values are changed in place, and no key becomes newer by that")
    func updateAll() {
        var cache = GenerationalCache<Int, Int>(capacity: 2)
        for number in 0..<3 { cache[number] = number }
        cache.updateAll { key, value in if key != 1 { value += 10 } }
        #expect(cache[0] == 10 && cache[1] == 1 && cache[2] == 12)
        cache[3] = 3
        cache[4] = 4
        #expect(cache[0] == nil && cache[1] == nil && cache[2] == 12)
    }

    @Test("insert returns whether a key is new when the cache is used as a set")
    func set() {
        var cache = GenerationalCache<String, Void>(capacity: 1)
        let answers = ["a", "a", "b", "a", "c", "a"].map { cache.insert($0) }
        #expect(answers == [true, false, true, false, true, true])
    }

    @Test("a capacity of less than 1 counts as 1")
    func minimumCapacity() {
        var cache = GenerationalCache<Int, Int>(capacity: -5)
        for number in 0..<4 { cache[number] = number }
        #expect(cache[3] == 3 && cache[2] == 2 && cache[1] == nil)
    }
}
