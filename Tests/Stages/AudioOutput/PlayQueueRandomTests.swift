import SaybusMessages
import SaybusSupport
import SaybusTesting
import Testing

@testable import SaybusAudioOutput

/// The rules of the queue, whatever happens to it.
extension PlayQueueTests {
    @Test(
        "each sequence gets exactly one end, and at most one plays at full volume", arguments: 0..<60
    )
    func random(seed: Int) {
        var random = SplitMix(seed: UInt64(seed))
        var queue = PlayQueue(
            capacity: Int.random(in: 1...6, using: &random), rate: 1000, ducks: seed % 2 == 0, bargeIn: .pause)
        /// All sequences. Their order is the same in each process, unlike that of a dictionary.
        var added: [MessageID] = []
        var reports: [AudioPlayback] = []
        // The expected content of the mixer: which sequences are held, ducked or cut.
        var mix: [MessageID: (held: Bool, soft: Bool, cut: Bool, begun: Bool)] = [:]

        func take(_ actions: [PlayQueue.Action]) {
            for action in actions {
                switch action {
                case .report(let report): reports.append(report)
                case .command(let id, .begin):
                    #expect(mix[id] == nil)
                    mix[id] = (false, false, false, false)
                case .command(let id, .hold):
                    #expect(mix[id]?.held == false)
                    mix[id]?.held = true
                case .command(let id, .release):
                    #expect(mix[id]?.held == true)
                    mix[id]?.held = false
                case .command(let id, .duck(let soft)):
                    #expect(mix[id]?.soft == !soft)
                    mix[id]?.soft = soft
                case .command(let id, .cut): mix[id]?.cut = true
                case .command(let id, .skip), .command(let id, .back): #expect(mix[id] != nil)
                }
            }
        }

        func leave(_ id: MessageID) {
            let cut = mix.removeValue(forKey: id)?.cut == true
            take(queue.handle(id, .itemOver(0, cut ? .cut : .played(problem: nil), played: 5)))
            take(queue.mixingEnded(id))
            take(queue.handle(id, .over(played: 5)))
        }

        for _ in 0..<400 {
            let session = Bool.random(using: &random) ? Session.default : other
            let name = ["main", "voice-request", "music"].randomElement(using: &random) ?? "main"
            let matches = { (track: PlayQueue.SessionTrack) in
                track.session == session && (seed % 3 == 0 || track.name == name)
            }
            switch Int.random(in: 0..<16, using: &random) {
            case 0...4:
                let entry = entry(
                    Bool.random(using: &random) ? [tone] : [], track: name,
                    priority: ["main": 10, "voice-request": 999][name] ?? 1,
                    policy: AudioSequence.Policy.allCases.randomElement(using: &random) ?? .append, session: session)
                added.append(entry.id)
                take(queue.add(entry))
            case 5: take(queue.pause(matches))
            case 6, 7: take(queue.resume(matches))
            case 8: take(queue.jump(matches, forward: Bool.random(using: &random)))
            case 9: take(queue.stop(matches, "stopped"))
            case 10: take(queue.speechBegan(session))
            case 11: take(queue.speechHadWords(session))
            case 12: take(queue.speechWasFalseAlarm(session))
            case 13:
                if let id = added.filter({ mix[$0] != nil }).randomElement(using: &random) {
                    mix[id]?.begun = true
                    take(queue.handle(id, .item(0)))
                }
            case 14 where Int.random(in: 0..<4, using: &random) == 0:
                mix = [:]
                take(queue.abortAll("no device", played: [:]))
            default:
                if let id = added.first(where: { id in mix[id].map { !$0.held || $0.cut } == true }) { leave(id) }
            }
            #expect(queue.waitingCount <= queue.capacity)
            #expect(queue.waitingCount == queue.tracks.values.reduce(0) { $0 + $1.waiting.count })
            #expect(mix.values.filter { !$0.held && !$0.soft && !$0.cut }.count <= 1)
        }
        take(queue.stop({ _ in true }, "the end"))
        while let id = added.first(where: { mix[$0] != nil }) { leave(id) }
        #expect(queue.isIdle)
        for id in added {
            let own = reports.filter { $0.sequence == id }
            #expect(own.filter(\.isOver).count == 1)
            #expect(own.last?.isOver == true)
            #expect(own.filter { $0.state == .started }.count <= 1)
            #expect(own.first?.state == .queued || own.first?.state == .skipped)
            if own.last?.state == .interrupted { #expect(own.contains { $0.state == .started }) }
            if own.last?.state == .skipped { #expect(own.last?.reason != nil) }
        }
    }
}
