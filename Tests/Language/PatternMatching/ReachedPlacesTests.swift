import Testing

@testable import SaybusPatternMatching

@Suite struct ReachedPlacesTests {
    /// Returns the states that were reached at a word, in their order.
    private func states(_ places: ReachedPlaces, at offset: Int) -> [Int32] {
        var states: [Int32] = []
        var place = places.first(at: offset)
        while let here = place {
            states.append(places.state(of: here))
            place = places.next(after: here)
        }
        return states
    }

    /// Returns the numbers of literal words of the paths to each state at a word.
    private func literals(_ places: ReachedPlaces, at offset: Int) -> [[Int32]] {
        var literals: [[Int32]] = []
        var place = places.first(at: offset)
        while let here = place {
            literals.append(places.ways.all(here).map(\.literal))
            place = places.next(after: here)
        }
        return literals
    }

    /// Records a path with some literal words to each state at a word.
    private func reach(_ states: [Int32], _ literal: Int32, at offset: Int, _ places: inout ReachedPlaces) {
        for state in states { places.reach(state, Path(literal: literal), at: offset, Paths()) }
    }

    @Test(
        "each state is a place once, in the order in which they were reached, with and without an index",
        arguments: [
            1, ReachedPlaces.indexedPlaces - 1, ReachedPlaces.indexedPlaces, ReachedPlaces.indexedPlaces + 1,
            ReachedPlaces.indexedPlaces + 2, 500,
        ])
    func order(count: Int) {
        let reached: [Int32] = (0..<Int32(count)).reversed().map { $0 * 7 }
        let both: [[Int32]] = reached.map { _ in [2, 1] }
        var places = ReachedPlaces(count: 2, limit: 8)
        reach(reached, 1, at: 1, &places)
        reach(reached.reversed(), 2, at: 1, &places)
        #expect(states(places, at: 1) == reached)
        #expect(literals(places, at: 1) == both)
        #expect(places.first(at: 0) == nil && places.first(at: 2) == nil)
    }

    @Test("the best paths to a place are kept, best first, and of equal ones the first")
    func best() {
        var places = ReachedPlaces(count: 1, limit: 3)
        let ways = [
            Path(literal: 1, typed: 1), Path(literal: 2), Path(literal: 1, typed: 2), Path(openSlots: 1, literal: 9),
            Path(literal: 3), Path(literal: 1, typed: 3),
        ]
        for way in ways { places.reach(5, way, at: 0, Paths()) }
        let kept = places.first(at: 0).map { places.ways.all($0) } ?? []
        #expect(kept.map(\.literal) == [3, 2, 1])
        #expect(kept.map(\.typed) == [0, 0, 1])
    }

    @Test("the room of a word that was left is used again, without its paths", arguments: [1, 20, 100])
    func reuse(count: Int) {
        var places = ReachedPlaces(count: 10, limit: 2)
        let reached = [Int32](0..<Int32(count))
        reach(reached, 1, at: 0, &places)
        reach(reached, 2, at: 0, &places)
        for offset in 0..<9 {
            // The next word is reached before the last one is left, as in a search.
            let (next, literal) = (reached.map { $0 + Int32(offset) }, Int32(offset))
            reach(next, literal, at: offset + 1, &places)
            places.leave(offset)
            #expect(places.first(at: offset) == nil)
            #expect(states(places, at: offset + 1) == next)
            #expect(literals(places, at: offset + 1) == next.map { _ in [literal] })
        }
        let last = places.first(at: 9) ?? -1
        #expect(0..<(2 * count) ~= last, "the room of two words serves all")
    }

    @Test("places at several words at once do not touch each other, also when the room of one is used by the others")
    func severalWords() {
        var places = ReachedPlaces(count: 4, limit: 2)
        let (few, many) = ([Int32](0..<10), [Int32](0..<100))
        reach(many, 1, at: 0, &places)
        reach(few, 2, at: 2, &places)
        places.leave(0)
        reach(many, 3, at: 3, &places)
        reach(many.reversed(), 4, at: 2, &places)
        places.leave(1)
        let others = [Int32](many.dropFirst(few.count).reversed())
        #expect(states(places, at: 2) == few + others)
        #expect(states(places, at: 3) == many)
        let (twice, once, alone): ([[Int32]], [[Int32]], [[Int32]]) = (
            few.map { _ in [4, 2] }, others.map { _ in [4] }, many.map { _ in [3] }
        )
        #expect(literals(places, at: 2) == twice + once)
        #expect(literals(places, at: 3) == alone)
        places.leave(2)
        places.leave(3)
        for offset in 0...4 { #expect(places.first(at: offset) == nil) }
    }

    @Test("places beyond the limit are dropped, and those before it take further paths")
    func limit() {
        let maximum = Int32(ReachedPlaces.maximumPlaces)
        var places = ReachedPlaces(count: 0, limit: 2)
        reach([Int32](0..<(maximum + 10)), 1, at: 0, &places)
        reach([maximum, 0, maximum - 1], 2, at: 0, &places)
        #expect(states(places, at: 0) == [Int32](0..<maximum))
        let found = literals(places, at: 0)
        #expect(found.first == [2, 1])
        #expect(found.last == [2, 1])
        #expect(found.dropFirst().dropLast().allSatisfy { $0 == [1] })
    }
}
