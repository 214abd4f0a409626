import SaybusSupport
import Testing

@testable import SaybusPatternMatching

@Suite struct PairTableTests {
    @Test("a pair has the number that it was given last, and counts once")
    func lastNumber() {
        var table = PairTable()
        #expect(table.value(0, 0) == nil)
        table.set(0, 0, 7)
        table.set(0, 1, 8)
        table.set(0, 0, -1)
        #expect(table.value(0, 0) == -1)
        #expect(table.value(0, 1) == 8)
        #expect(table.value(1, 0) == nil)
        #expect(table.count == 2)
    }

    @Test("the numbers of a pair are told apart, also the largest, the smallest and negative ones")
    func extremes() {
        let numbers: [Int32] = [0, 1, -1, .max, .min]
        var pairs: [(high: Int32, low: Int32)] = []
        for high in numbers {
            for low in numbers where high != -1 || low != -1 { pairs.append((high, low)) }
        }
        var table = PairTable()
        for (index, pair) in pairs.enumerated() { table.set(pair.high, pair.low, Int32(index)) }
        #expect(table.count == pairs.count)
        let found = pairs.map { [table] pair in table.value(pair.high, pair.low) }
        #expect(found == pairs.indices.map { Int32($0) })
    }

    @Test("a table of any size has the same pairs as a dictionary", arguments: [1, 8, 9, 1000, 50_000])
    func growth(count: Int) {
        var generator = SplitMix(seed: UInt64(count))
        var expected: [[Int32]: Int32] = [:]
        var table = PairTable()
        for _ in 0..<count {
            let pair = [
                Int32.random(in: 0..<300, using: &generator), Int32.random(in: 0..<300, using: &generator),
            ]
            let value = Int32.random(in: -1...Int32.max, using: &generator)
            expected[pair] = value
            table.set(pair[0], pair[1], value)
        }
        #expect(table.count == expected.count)
        var wrong = 0
        for high in Int32(0)..<300 {
            for low in Int32(0)..<300 where table.value(high, low) != expected[[high, low]] { wrong += 1 }
        }
        #expect(wrong == 0)
    }
}
