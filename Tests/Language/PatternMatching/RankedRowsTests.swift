import Testing

@testable import SaybusPatternMatching

@Suite struct RankedRowsTests {
    /// Returns two rows of at most three elements: one with the numbers, and an empty one behind it.
    private func rows(_ numbers: [Int]) -> RankedRows<Int> {
        var rows = RankedRows(width: 3, filler: 0)
        let (first, second) = (rows.addRow(), rows.addRow())
        #expect(first == 0 && second == 1)
        for (index, number) in numbers.enumerated() { rows.insert(number, first, at: index) }
        return rows
    }

    @Test(
        "an element is inserted at its index, and a full row loses its last one",
        arguments: [
            ([], 0, [9]), ([1], 0, [9, 1]), ([1], 1, [1, 9]), ([1, 2], 1, [1, 9, 2]), ([1, 2, 3], 0, [9, 1, 2]),
            ([1, 2, 3], 1, [1, 9, 2]), ([1, 2, 3], 2, [1, 2, 9]),
        ] as [([Int], Int, [Int])])
    func insertion(before: [Int], index: Int, after: [Int]) {
        var rows = rows(before)
        rows.insert(9, 0, at: index)
        #expect(rows.all(0) == after)
        #expect(rows.count(0) == after.count)
        #expect(rows[0, index] == 9)
        #expect(rows.all(1).isEmpty)
    }

    @Test("a row of one element keeps the one that was inserted last")
    func oneElement() {
        var rows = RankedRows(width: 1, filler: "")
        let row = rows.addRow()
        rows.insert("a", row, at: 0)
        rows.insert("b", row, at: 0)
        #expect(rows.all(row) == ["b"])
    }

    @Test(
        "the elements that meet a condition are removed, and the others keep their order",
        arguments: [
            ([], []), ([2], []), ([1, 2, 3], [1, 3]), ([2, 4, 1], [1]), ([1, 3, 5], [1, 3, 5]),
        ] as [([Int], [Int])])
    func removal(before: [Int], after: [Int]) {
        var rows = rows(before)
        rows.insert(2, 1, at: 0)
        rows.remove(0) { $0 % 2 == 0 }
        #expect(rows.all(0) == after)
        #expect(rows.all(1) == [2])
    }

    @Test("a row that was emptied takes new elements, and no other row changes")
    func clearing() {
        var rows = rows([1, 2, 3])
        rows.insert(7, 1, at: 0)
        rows.clear(0)
        #expect(rows.all(0).isEmpty)
        rows.insert(4, 0, at: 0)
        #expect(rows.all(0) == [4])
        #expect(rows.all(1) == [7])
    }

    @Test("rows beyond the room of the beginning are as the first ones")
    func manyRows() {
        var rows = RankedRows(width: 2, filler: 0)
        for number in 0..<100 {
            let row = rows.addRow()
            rows.insert(number, row, at: 0)
            rows.insert(-number, row, at: 1)
        }
        let found = (0..<100).map { [rows] in rows.all($0) }
        #expect(found == (0..<100).map { [$0, -$0] })
    }
}
