import Messages
import SaybusTesting
import Testing

@testable import AudioOutput

@Suite struct PlayQueueTests {
    let tone = AudioEvent.tone(.init(frequency: 440, durationMs: 100))
    let other = Session(rawValue: "kitchen") ?? .default

    func entry(
        _ events: [AudioEvent]? = nil, policy: AudioSequence.Policy = .append, session: Session = .default,
        reportsItems: Bool = false
    ) -> PlayQueue.Entry {
        PlayQueue.Entry(
            id: MessageID(), session: session, events: events ?? [tone], policy: policy, reportsItems: reportsItems)
    }

    /// Performs the steps at once, as a sink would that plays without time, and gives the reports.
    @discardableResult
    func settle(_ queue: inout PlayQueue, _ actions: [PlayQueue.Action]) -> [AudioPlayback] {
        var reports: [AudioPlayback] = []
        var open = actions[...]
        while let action = open.popFirst() {
            switch action {
            case .report(let report): reports.append(report)
            case .perform(let step):
                switch step.work {
                case .play:
                    open += queue.sounds(step: step.number)
                    open += queue.ended(step.number, .sent(problem: nil))
                case .drain: open += queue.ended(step.number, .drained(heard: 100))
                case .flush: open += queue.ended(step.number, .halted(heard: 10))
                }
            case .cancel(let step): open += queue.ended(step, .halted(heard: 50))
            case .hold: break
            }
        }
        return reports
    }

    @Test("a sequence is queued, started, finished, with how much was heard")
    func plain() {
        var queue = PlayQueue(capacity: 10, rate: 1000)
        let entry = entry([tone, .silence(durationMs: 5)])
        let reports = settle(&queue, queue.add(entry))
        #expect(reports.map(\.state) == [.queued, .started, .finished])
        #expect(reports.last?.positionMs == 100)
        #expect(queue.isIdle)
    }

    @Test("events are reported one by one when that is wanted")
    func items() {
        var queue = PlayQueue(capacity: 10, rate: 1000)
        let reports = settle(&queue, queue.add(entry([tone, tone], reportsItems: true)))
        #expect(reports.map(\.item) == [nil, nil, 0, 0, 1, 1, nil])
        #expect(
            reports.map(\.state) == [.queued, .started, .started, .finished, .started, .finished, .finished])
        #expect(reports.last?.positionMs == 200)
    }

    @Test("a sequence without events is finished in its turn")
    func empty() {
        var queue = PlayQueue(capacity: 10, rate: 1000)
        #expect(settle(&queue, queue.add(entry([]))).map(\.state) == [.queued, .finished])
    }

    @Test("append waits, replace drops what waits, interrupt stops what plays")
    func policies() {
        var queue = PlayQueue(capacity: 10, rate: 1000)
        let (first, second, third, fourth) = (
            entry(), entry(), entry(policy: .replace), entry(policy: .interrupt)
        )
        var held = queue.add(first)
        let step = queue.current?.step.number ?? -1
        held += queue.sounds(step: step)
        #expect(queue.add(second).count == 1)
        let replaced = queue.add(third)
        #expect(replaced.contains { $0.ends(second.id, .skipped) })
        #expect(queue.current?.entry.id == first.id)
        let interrupted = queue.add(fourth)
        #expect(interrupted.contains { $0.ends(third.id, .skipped) })
        #expect(interrupted.contains(.cancel(step: step)))
        let reports = settle(&queue, queue.ended(step, .halted(heard: 40)))
        #expect(reports.first?.sequence == first.id)
        #expect(reports.first?.state == .interrupted)
        #expect(reports.first?.positionMs == 40)
        #expect(reports.last?.sequence == fourth.id)
        #expect(reports.last?.state == .finished)
    }

    @Test("a session does not touch another session's sound")
    func sessions() {
        var queue = PlayQueue(capacity: 10, rate: 1000)
        _ = queue.add(entry(session: other))
        #expect(!queue.add(entry(policy: .interrupt)).contains { if case .cancel = $0 { true } else { false } })
        #expect(queue.pause(.default).isEmpty)
        #expect(queue.skip(.default).isEmpty)
        #expect(queue.current?.entry.session == other)
        #expect(queue.stop(other, "stopped").contains { if case .cancel = $0 { true } else { false } })
    }

    @Test("an event that cannot be played is left out, and the sequence says why")
    func unplayable() throws {
        var queue = PlayQueue(capacity: 10, rate: 1000)
        _ = queue.add(entry([tone, tone], reportsItems: true))
        var step = try #require(queue.current?.step.number)
        _ = queue.ended(step, .unplayable("no such voice"))
        step = try #require(queue.current?.step.number)
        let reports = settle(&queue, queue.ended(step, .drained(heard: 0)))
        #expect(
            reports.first
                == AudioPlayback(
                    sequence: reports[0].sequence, item: 0, state: .skipped, positionMs: 0, reason: "no such voice"))
        #expect(reports.last?.state == .finished)
        #expect(reports.last?.reason == "no such voice")
    }

    @Test("more than may wait are refused with a reason; the same id twice is taken once")
    func bounded() {
        var queue = PlayQueue(capacity: 3, rate: 1000)
        let first = entry()
        _ = queue.add(first)
        #expect(queue.add(first).isEmpty)
        for _ in 0..<3 { _ = queue.add(entry()) }
        let refused = entry()
        #expect(queue.add(refused).contains { $0.ends(refused.id, .skipped) })
        #expect(queue.waiting.count == 3)
    }

    @Test("a pause holds, and what would begin waits for its end; stop and interrupt end it")
    func pausing() throws {
        var queue = PlayQueue(capacity: 10, rate: 1000)
        #expect(queue.pause(nil).isEmpty)
        _ = queue.add(entry())
        _ = queue.add(entry())
        #expect(queue.pause(nil).first == .hold)
        var number = try #require(queue.current?.step.number)
        _ = queue.ended(number, .sent(problem: nil))
        number = try #require(queue.current?.step.number)
        _ = queue.ended(number, .drained(heard: 1))
        #expect(queue.current == nil)
        #expect(queue.waiting.count == 1)
        #expect(settle(&queue, queue.resume(nil)).last?.state == .finished)
        _ = queue.add(entry())
        _ = queue.pause(nil)
        let last = entry(policy: .interrupt)
        #expect(settle(&queue, queue.add(last)).last?.sequence == last.id)
        #expect(!queue.isPaused && queue.isIdle)
    }

    @Test("skip goes to the next event, and from the last one to the end")
    func skipping() throws {
        var queue = PlayQueue(capacity: 10, rate: 1000)
        _ = queue.add(entry([tone, .silence(durationMs: 1)], reportsItems: true))
        let number = try #require(queue.current?.step.number)
        _ = queue.sounds(step: number)
        #expect(queue.skip(nil) == [.cancel(step: number)])
        let reports = settle(&queue, queue.ended(number, .halted(heard: 7)))
        #expect(reports[0].state == .interrupted)
        #expect(reports[0].positionMs == 7)
        #expect(reports.last?.state == .finished)
    }

    @Test("whatever happens, each sequence gets exactly one end, each report its place", arguments: 0..<60)
    func random(seed: Int) throws {
        var random = SplitMix(seed: UInt64(seed))
        var queue = PlayQueue(capacity: Int.random(in: 1...6, using: &random), rate: 1000)
        var added: [PlayQueue.Entry] = []
        var reports: [AudioPlayback] = []
        var step: PlayQueue.Step?
        var cancelled = false

        func take(_ actions: [PlayQueue.Action]) {
            for action in actions {
                switch action {
                case .report(let report): reports.append(report)
                case .perform(let next): (step, cancelled) = (next, false)
                case .cancel(let number):
                    #expect(number == step?.number)
                    cancelled = true
                case .hold: #expect(queue.isPaused)
                }
            }
        }

        for _ in 0..<400 {
            let session = Bool.random(using: &random) ? Session.default : other
            switch Int.random(in: 0..<14, using: &random) {
            case 0...3:
                let events = (0..<Int.random(in: 0...3, using: &random)).map { AudioEvent.silence(durationMs: $0) }
                let entry = entry(
                    events, policy: AudioSequence.Policy.allCases.randomElement(using: &random) ?? .append,
                    session: session, reportsItems: Bool.random(using: &random))
                added.append(entry)
                take(queue.add(entry))
            case 4: take(queue.pause(Bool.random(using: &random) ? nil : session))
            case 5, 6: take(queue.resume(Bool.random(using: &random) ? nil : session))
            case 7: take(queue.skip(Bool.random(using: &random) ? nil : session))
            case 8: take(queue.stop(Bool.random(using: &random) ? nil : session, "stopped"))
            case 9: if let step { take(queue.sounds(step: step.number)) }
            default:
                guard let current = step else { break }
                // An ending of another step changes nothing.
                #expect(queue.ended(current.number &+ 1, .drained(heard: 5)).isEmpty)
                take(queue.ended(current.number, Self.outcome(current, cancelled, &random)))
                if step == current { step = nil }
            }
            #expect(queue.waiting.count <= queue.capacity)
            #expect((queue.current == nil) == (step == nil))
        }
        take(queue.stop(nil, "the end"))
        while let current = step {
            take(queue.ended(current.number, Self.outcome(current, cancelled, &random)))
            if step == current { step = nil }
        }
        #expect(queue.isIdle)
        for entry in added {
            let own = reports.filter { $0.sequence == entry.id }
            let whole = own.filter { $0.item == nil }
            #expect(whole.filter(\.isOver).count == 1)
            #expect(own.last?.isOver == true && own.last?.item == nil)
            #expect(whole.filter { $0.state == .started }.count <= 1)
            #expect(whole.first?.state == .queued || whole.first?.state == .skipped)
            if !entry.reportsItems { #expect(own.count == whole.count) }
            for item in Set(own.compactMap(\.item)) {
                let of = own.filter { $0.item == item }
                #expect(of.filter(\.isOver).count == 1)
                #expect(of.last?.isOver == true)
            }
            if whole.last?.state == .interrupted { #expect(whole.contains { $0.state == .started }) }
            if whole.last?.state == .skipped { #expect(whole.last?.reason != nil) }
        }
    }

    private static func outcome(
        _ step: PlayQueue.Step, _ cancelled: Bool, _ random: inout SplitMix
    ) -> PlayQueue.Outcome {
        if Int.random(in: 0..<12, using: &random) == 0 { return .broken("no device", heard: 3) }
        switch step.work {
        case .flush: return .halted(heard: 3)
        case .play where cancelled, .drain where cancelled: return .halted(heard: 5)
        case .drain: return .drained(heard: 9)
        case .play:
            return [.sent(problem: nil), .sent(problem: "partly"), .unplayable("not at all")]
                .randomElement(using: &random) ?? .sent(problem: nil)
        }
    }
}

extension PlayQueue.Action {
    /// Whether it is this report on the end of a whole sequence.
    func ends(_ id: MessageID, _ state: AudioPlayback.State) -> Bool {
        guard case .report(let report) = self else { return false }
        return report.sequence == id && report.item == nil && report.state == state && report.reason != nil
    }
}
