import SaybusMessages
import SaybusSound
import Testing

@testable import SaybusAudioOutput

/// Tests of commands to a sequence in the mix, with 1000 samples a second and items of 400 samples.
@Suite struct MixerInputTests {
    /// Returns a sequence whose first item is mixed to its end, while the next one is still being rendered.
    private func afterFirst(of count: Int) async throws -> MixerInput {
        let buffer = RenderBuffer(limit: 10_000, filled: Signal())
        try await buffer.put(marks: [.item(0)])
        try await buffer.put([Int16](repeating: 100, count: 400))
        try await buffer.put(marks: [.itemOver(0, .played(problem: nil))])
        var input = MixerInput(MessageID(), eventCount: count, buffer: buffer, level: 1, rate: 1_000)
        let events = input.next(400).marks.map(\.event)
        #expect(events == [.item(0), .itemOver(0, .played(problem: nil), played: 400)])
        return input
    }

    /// Returns a sequence in the middle of its first item.
    private func inFirst(of count: Int) async throws -> MixerInput {
        let buffer = RenderBuffer(limit: 10_000, filled: Signal())
        try await buffer.put(marks: [.item(0)])
        try await buffer.put([Int16](repeating: 100, count: 400))
        var input = MixerInput(MessageID(), eventCount: count, buffer: buffer, level: 1, rate: 1_000)
        _ = input.next(200)
        return input
    }

    /// Mixes what there is.
    /// - Returns: The events, and the item from which the sequence goes on; nil when it does not jump.
    private func mix(_ input: inout MixerInput) -> (events: [Mixer.Event], jump: Int?) {
        var (events, jump): ([Mixer.Event], Int?) = ([], nil)
        while input.isReady {
            let given = input.next(10)
            events += given.marks.map(\.event)
            jump = given.jump ?? jump
        }
        return (events, jump)
    }

    @Test("a skip between two items skips the next one, and the former one is over once")
    func skipBetween() async throws {
        var input = try await afterFirst(of: 3)
        input.jump(forward: true)
        let (events, jump) = mix(&input)
        #expect(events == [.itemOver(1, .cut, played: 0)])
        #expect(jump == 2 && !input.isOver)
        var last = try await afterFirst(of: 2)
        last.jump(forward: true)
        let ends = mix(&last).events
        #expect(ends == [.itemOver(1, .cut, played: 0), .over(played: 400)] && last.isOver)
    }

    @Test("a cut between two items ends the next one, and a cut after the last one ends none")
    func cutBetween() async throws {
        for (count, expected) in [(2, [.itemOver(1, .cut, played: 0)]), (1, [])] as [(Int, [Mixer.Event])] {
            var input = try await afterFirst(of: count)
            input.fade(then: .cut)
            let events = mix(&input).events
            let all: [Mixer.Event] = expected + [.over(played: 400)]
            #expect(events == all)
        }
    }

    @Test("a jump back between two items goes to the former one, and the next one is not over")
    func backBetween() async throws {
        var input = try await afterFirst(of: 2)
        input.jump(forward: false)
        let (events, jump) = mix(&input)
        #expect(events.isEmpty && jump == 0)
    }

    @Test("several jumps at once go as far as one after the other, and each item left out is over once")
    func several() async throws {
        let interrupted = Mixer.Event.itemOver(0, .cut, played: 210)
        let cases: [(jumps: [Bool], events: [Mixer.Event], jump: Int?)] = [
            ([true], [interrupted], 1),
            ([true, true], [interrupted, .itemOver(1, .cut, played: 0)], 2),
            ([true, true, false], [interrupted], 1),
            ([true, false], [interrupted], 0),
            (
                [true, true, true, true],
                [interrupted, .itemOver(1, .cut, played: 0), .itemOver(2, .cut, played: 0), .over(played: 210)], nil
            ),
        ]
        for (jumps, expected, target) in cases {
            var input = try await inFirst(of: 3)
            for isForward in jumps { input.jump(forward: isForward) }
            let (events, jump) = mix(&input)
            #expect(events == expected && jump == target, "\(jumps)")
        }
    }
}
