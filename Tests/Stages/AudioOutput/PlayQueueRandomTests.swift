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
        var mix = ExpectedMix()

        func leave(_ id: MessageID) {
            let cut = mix.remove(id)?.isCut == true
            mix.apply(queue.observe(id, .itemOver(0, cut ? .cut : .played(problem: nil), played: 5)))
            mix.apply(queue.mixingEnded(id))
            mix.apply(queue.observe(id, .over(played: 5)))
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
                mix.apply(queue.add(entry))
            case 5: mix.apply(queue.pause(matches))
            case 6, 7: mix.apply(queue.resume(matches))
            case 8: mix.apply(queue.jump(matches, forward: Bool.random(using: &random)))
            case 9: mix.apply(queue.stop(matches, "stopped"))
            case 10: mix.apply(queue.speechBegan(session))
            case 11: mix.apply(queue.speechHadWords(session))
            case 12: mix.apply(queue.speechWasFalseAlarm(session))
            case 13:
                if let id = added.filter({ mix.sequences[$0] != nil }).randomElement(using: &random) {
                    mix.apply(queue.observe(id, .item(0)))
                }
            case 14 where Int.random(in: 0..<4, using: &random) == 0:
                mix.removeAll()
                mix.apply(queue.abortAll("no device", played: [:]))
            default:
                if let id = added.first(where: { id in mix.sequences[id].map { !$0.isHeld || $0.isCut } == true }) {
                    leave(id)
                }
            }
            #expect(queue.waitingCount <= queue.capacity)
            #expect(queue.waitingCount == queue.tracks.values.reduce(0) { $0 + $1.waiting.count })
            #expect(mix.loudCount <= 1)
        }
        mix.apply(queue.stop({ _ in true }, "the end"))
        while let id = added.first(where: { mix.sequences[$0] != nil }) { leave(id) }
        #expect(queue.isIdle)
        for id in added { expectOneEnd(mix.reports.filter { $0.sequence == id }) }
    }

    /// Expects the reports of a sequence to be those of one that ends once.
    private func expectOneEnd(_ reports: [AudioPlayback]) {
        #expect(reports.filter(\.isOver).count == 1)
        #expect(reports.last?.isOver == true)
        #expect(reports.filter { $0.state == .started }.count <= 1)
        #expect(reports.first?.state == .queued || reports.first?.state == .skipped)
        if reports.last?.state == .interrupted { #expect(reports.contains { $0.state == .started }) }
        if reports.last?.state == .skipped { #expect(reports.last?.reason != nil) }
    }
}

/// The content of the mixer as the actions of a queue say, each of which must change something.
private struct ExpectedMix {
    /// A sequence in the mix.
    struct State {
        var isHeld = false
        var isSoft = false
        var isCut = false
    }

    private(set) var sequences: [MessageID: State] = [:]
    private(set) var reports: [AudioPlayback] = []

    /// The number of sequences that are heard at full volume.
    var loudCount: Int { sequences.values.filter { !$0.isHeld && !$0.isSoft && !$0.isCut }.count }

    mutating func apply(_ actions: [PlayQueue.Action]) {
        for action in actions {
            switch action {
            case .report(let report): reports.append(report)
            case .command(let id, let command): apply(command, to: id)
            }
        }
    }

    private mutating func apply(_ command: PlayQueue.Command, to id: MessageID) {
        let known = sequences[id]
        switch command {
        case .begin:
            #expect(known == nil)
            sequences[id] = State()
        case .hold:
            #expect(known?.isHeld == false)
            sequences[id]?.isHeld = true
        case .release:
            #expect(known?.isHeld == true)
            sequences[id]?.isHeld = false
        case .duck(let isSoft):
            #expect(known?.isSoft == !isSoft)
            sequences[id]?.isSoft = isSoft
        case .cut: sequences[id]?.isCut = true
        case .skip, .back: #expect(known != nil)
        }
    }

    mutating func remove(_ id: MessageID) -> State? { sequences.removeValue(forKey: id) }

    mutating func removeAll() { sequences = [:] }
}
