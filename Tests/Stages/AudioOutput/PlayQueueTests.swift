import SaybusMessages
import SaybusTesting
import Testing

@testable import SaybusAudioOutput

@Suite struct PlayQueueTests {
    let tone = AudioEvent.tone(.init(frequency: 440, durationMs: 100))
    let other = Session(rawValue: "kitchen") ?? .default

    func entry(
        _ events: [AudioEvent]? = nil, track: String = "main", priority: Int = 10,
        policy: AudioSequence.Policy = .append, session: Session = .default, reportsItems: Bool = false,
        bargeIn: AudioSequence.BargeIn? = nil, after: Int = 0
    ) -> PlayQueue.Entry {
        PlayQueue.Entry(
            id: MessageID(), session: session, events: events ?? [tone], track: track, priority: priority,
            policy: policy, reportsItems: reportsItems, bargeIn: bargeIn, bargeInAfterMs: after)
    }

    func reports(_ actions: [PlayQueue.Action]) -> [AudioPlayback] {
        actions.compactMap { if case .report(let report) = $0 { report } else { nil } }
    }

    func reported(_ actions: [PlayQueue.Action]) -> [AudioPlayback.State] { reports(actions).map(\.state) }

    func commands(_ actions: [PlayQueue.Action], of entry: PlayQueue.Entry) -> [PlayQueue.Command] {
        actions.compactMap { if case .command(entry.id, let command) = $0 { command } else { nil } }
    }

    /// Reports the first sample of a sequence as played.
    @discardableResult
    func start(_ entry: PlayQueue.Entry, _ queue: inout PlayQueue) -> [PlayQueue.Action] {
        queue.observe(entry.id, .item(0))
    }

    /// Plays a sequence to its end.
    func finish(_ entry: PlayQueue.Entry, _ queue: inout PlayQueue, played: Int = 100) -> [PlayQueue.Action] {
        var actions: [PlayQueue.Action] = []
        for index in entry.events.indices {
            actions += queue.observe(entry.id, .item(index))
            actions += queue.observe(entry.id, .itemOver(index, .played(problem: nil), played: played))
        }
        return actions + queue.mixingEnded(entry.id) + queue.observe(entry.id, .over(played: played))
    }

    @Test("a sequence is queued, started and finished, with the number of played samples")
    func plain() {
        var queue = PlayQueue(capacity: 10, rate: 1000)
        let entry = entry([tone, .silence(durationMs: 5)])
        let all = reports(queue.add(entry)) + reports(finish(entry, &queue))
        #expect(all.map(\.state) == [.queued, .started, .finished])
        #expect(all.last?.positionMs == 100 && all.last?.sample == 100 && all.last?.rate == 1000)
        #expect(queue.isIdle)
    }

    @Test("events are reported one by one on request")
    func items() {
        var queue = PlayQueue(capacity: 10, rate: 1000)
        let entry = entry([tone, tone], reportsItems: true)
        let all = reports(queue.add(entry)) + reports(finish(entry, &queue))
        #expect(all.map(\.item) == [nil, nil, 0, 0, 1, 1, nil])
        #expect(all.map(\.state) == [.queued, .started, .started, .finished, .started, .finished, .finished])
    }

    @Test("a sequence without events is finished in its turn")
    func empty() {
        var queue = PlayQueue(capacity: 10, rate: 1000)
        #expect(reports(queue.add(entry([]))).map(\.state) == [.queued, .finished])
        #expect(queue.isIdle)
    }

    @Test("on one track, append waits, replace drops the waiting sequences, and interrupt also stops the playing one")
    func policies() {
        var queue = PlayQueue(capacity: 10, rate: 1000)
        let (first, second, third, fourth) = (entry(), entry(), entry(policy: .replace), entry(policy: .interrupt))
        _ = queue.add(first)
        start(first, &queue)
        #expect(queue.add(second).count == 1)
        let replaced = queue.add(third)
        #expect(replaced.contains { $0.ends(second.id, .skipped) })
        #expect(commands(replaced, of: first).isEmpty)
        let interrupted = queue.add(fourth)
        #expect(interrupted.contains { $0.ends(third.id, .skipped) })
        #expect(commands(interrupted, of: first) == [.cut])
        // The next sequence begins when the mixer has finished the first.
        #expect(commands(queue.mixingEnded(first.id), of: fourth) == [.begin(fourth)])
        let end = reports(queue.observe(first.id, .over(played: 40)))
        #expect(end.first?.state == .interrupted && end.first?.positionMs == 40)
        #expect(end.first?.cause == .newerSequence)
        #expect(reports(finish(fourth, &queue)).last?.state == .finished)
        #expect(queue.isIdle)
    }

    @Test("an interruption on one track leaves the others alone")
    func interruptsItsTrack() {
        var queue = PlayQueue(capacity: 10, rate: 1000)
        let (music, news) = (entry(track: "music"), entry(track: "news", priority: 50, policy: .interrupt))
        _ = queue.add(music)
        start(music, &queue)
        #expect(commands(queue.add(news), of: music) == [.hold])
        #expect(commands(queue.mixingEnded(news.id), of: music) == [.release])
    }

    @Test("a track of higher priority holds a lower one, which resumes when the higher one has nothing left")
    func focus() {
        var queue = PlayQueue(capacity: 10, rate: 1000)
        let (main, request, second) = (
            entry(), entry(track: "voice-request", priority: 999), entry(track: "voice-request", priority: 999)
        )
        _ = queue.add(main)
        start(main, &queue)
        let came = queue.add(request)
        #expect(commands(came, of: main) == [.hold] && commands(came, of: request) == [.begin(request)])
        #expect(reports(queue.observe(main.id, .held(at: 30))).map(\.state) == [.suspended])
        #expect(queue.add(second).count == 1)
        #expect(commands(queue.mixingEnded(request.id), of: second) == [.begin(second)])
        let yielded = queue.mixingEnded(second.id)
        #expect(commands(yielded, of: main) == [.release])
        #expect(reports(queue.observe(main.id, .released)).map(\.state) == [.resumed])
    }

    @Test("a lower track waits for a higher one; among equal priorities the playing track goes on")
    func waits() {
        var queue = PlayQueue(capacity: 10, rate: 1000)
        let (high, low, equal) = (entry(track: "a", priority: 50), entry(priority: 1), entry(track: "b", priority: 50))
        _ = queue.add(high)
        start(high, &queue)
        #expect(commands(queue.add(low), of: low).isEmpty)
        let came = queue.add(equal)
        #expect(commands(came, of: equal).isEmpty && commands(came, of: high).isEmpty)
        #expect(commands(queue.mixingEnded(high.id), of: equal) == [.begin(equal)])
        #expect(commands(queue.mixingEnded(equal.id), of: low) == [.begin(low)])
    }

    @Test("three tracks yield to each other and resume in the order of their priorities")
    func threeTracks() {
        var queue = PlayQueue(capacity: 10, rate: 1000)
        let tracks = [("low", 1), ("middle", 5), ("high", 9)].map { entry(track: $0.0, priority: $0.1) }
        for track in tracks {
            _ = queue.add(track)
            start(track, &queue)
        }
        #expect(commands(queue.mixingEnded(tracks[2].id), of: tracks[1]) == [.release])
        #expect(commands(queue.mixingEnded(tracks[1].id), of: tracks[0]) == [.release])
    }

    @Test("with ducking, a lower track that has begun goes on softly, and a new one waits")
    func ducking() {
        var queue = PlayQueue(capacity: 10, rate: 1000, ducks: true)
        let (music, speech, late) = (entry(track: "music", priority: 1), entry(), entry(track: "late", priority: 0))
        _ = queue.add(music)
        start(music, &queue)
        let came = queue.add(speech)
        #expect(commands(came, of: music) == [.duck(true)] && commands(came, of: speech) == [.begin(speech)])
        #expect(commands(queue.add(late), of: late).isEmpty)
        #expect(commands(queue.mixingEnded(speech.id), of: music) == [.duck(false)])
    }

    @Test("a pause of all tracks holds any priority; resuming follows the priorities")
    func suspendAll() {
        var queue = PlayQueue(capacity: 10, rate: 1000)
        let (main, request) = (entry(), entry(track: "voice-request", priority: 999))
        _ = queue.add(main)
        start(main, &queue)
        _ = queue.add(request)
        let held = queue.pause { _ in true }
        #expect(commands(held, of: request) == [.hold] && commands(held, of: main).isEmpty)
        #expect(queue.tracks.values.allSatisfy { $0.pause != nil })
        let resumed = queue.resume { _ in true }
        #expect(commands(resumed, of: request) == [.release] && commands(resumed, of: main).isEmpty)
    }

    @Test("a paused track lets the others play, and stopping one track stops no other")
    func oneTrack() {
        var queue = PlayQueue(capacity: 10, rate: 1000)
        let (main, request) = (entry(), entry(track: "voice-request", priority: 999))
        _ = queue.add(main)
        start(main, &queue)
        _ = queue.add(request)
        #expect(commands(queue.pause { $0.name == "voice-request" }, of: main) == [.release])
        let stopped = queue.stop({ $0.name == "voice-request" }, "stopped on demand")
        #expect(commands(stopped, of: request) == [.cut] && commands(stopped, of: main).isEmpty)
        #expect(queue.playbacks[main.id]?.cut == nil)
    }

    @Test("a sequence with more than three hours of speech is skipped, and what comes after it plays")
    func endlessSpeech() {
        var queue = PlayQueue(capacity: 10, rate: 1000)
        let actions = queue.add(
            entry([.composite([.speech(.init(String(repeating: "a", count: 180_000))), .silence(durationMs: 1)])]))
        #expect(reported(actions) == [.skipped])
        guard case .report(let report)? = actions.last else {
            Issue.record("\(actions)")
            return
        }
        #expect(report.reason == "its speech takes about 12000 s, and at most 10800 s are spoken")
        #expect(reported(queue.add(entry())) == [.queued])
    }

    @Test("a track takes no sequence behind more than its maximum of seconds; other tracks do, and it does later")
    func seconds() {
        var queue = PlayQueue(capacity: 10, rate: 1000, maximumWait: .seconds(60))
        let speech = AudioEvent.speech(.init(String(repeating: "ninety characters ", count: 50)))
        let (playing, waiting) = (entry([.silence(durationMs: 30_000)]), entry([speech]))
        #expect(reported(queue.add(playing)) == [.queued])
        #expect(reported(queue.add(waiting)) == [.queued])
        let late = entry()
        let actions = queue.add(late)
        #expect(reported(actions) == [.skipped])
        guard case .report(let report)? = actions.last else {
            Issue.record("\(actions)")
            return
        }
        #expect(report.reason?.contains("about 90 s of sound come first on the track \"main\"") == true)
        #expect(reported(queue.add(entry(track: "alarm"))) == [.queued])
        #expect(reported(queue.add(entry(policy: .interrupt))).last == .queued, "what it replaces does not count")
    }

    @Test("the commands of a session do not affect another session")
    func sessions() {
        var queue = PlayQueue(capacity: 10, rate: 1000)
        let (theirs, mine) = (entry(session: other), entry(policy: .interrupt))
        _ = queue.add(theirs)
        #expect(commands(queue.add(mine), of: theirs).isEmpty)
        #expect(queue.pause { $0.session == .default }.isEmpty)
        #expect(queue.jump({ $0.session == .default }, forward: true).isEmpty)
        #expect(commands(queue.stop({ $0.session == other }, "stopped"), of: theirs) == [.cut])
    }

    @Test("one loudspeaker plays one track at a time, whatever the session")
    func oneLoudspeaker() {
        var queue = PlayQueue(capacity: 10, rate: 1000)
        let (music, prompt) = (entry(session: other), entry(track: "ask", priority: AudioSequence.questionPriority))
        _ = queue.add(music)
        start(music, &queue)
        #expect(commands(queue.add(prompt), of: music) == [.hold])
        #expect(commands(finish(prompt, &queue), of: music) == [.release])
    }

    @Test("an event that cannot be played is left out, and the sequence reports the reason")
    func unplayable() {
        var queue = PlayQueue(capacity: 10, rate: 1000)
        let entry = entry([tone, tone], reportsItems: true)
        _ = queue.add(entry)
        let first = reports(queue.observe(entry.id, .itemOver(0, .unplayable("no such voice"), played: 0)))
        #expect(first.map(\.state) == [.skipped] && first.first?.reason == "no such voice")
        _ = queue.observe(entry.id, .item(1))
        _ = queue.observe(entry.id, .itemOver(1, .played(problem: nil), played: 5))
        let end = reports(queue.mixingEnded(entry.id) + queue.observe(entry.id, .over(played: 5)))
        #expect(end.map(\.state) == [.finished] && end.first?.reason == "no such voice")
    }

    @Test("an interrupted sequence reports the words that were played completely")
    func words() {
        var queue = PlayQueue(capacity: 10, rate: 1000)
        let entry = entry([.speech(.init("Hi.")), .speech(.init("Ten long minutes."))])
        _ = queue.add(entry)
        start(entry, &queue)
        _ = queue.observe(entry.id, .word(0, "Hi.", at: 0))
        _ = queue.observe(entry.id, .itemOver(0, .played(problem: nil), played: 20))
        _ = queue.observe(entry.id, .word(1, "Ten", at: 20))
        _ = queue.observe(entry.id, .word(1, "long", at: 60))
        #expect(commands(queue.stop({ _ in true }, "stopped"), of: entry) == [.cut])
        _ = queue.observe(entry.id, .itemOver(1, .cut, played: 60))
        let end = reports(queue.mixingEnded(entry.id) + queue.observe(entry.id, .over(played: 80)))
        #expect(end.first?.text == "Hi. Ten" && end.first?.words == 2 && end.first?.sample == 80)
    }

    @Test("sequences beyond the limit are refused with a reason; a repeated id is ignored")
    func bounded() {
        var queue = PlayQueue(capacity: 3, rate: 1000)
        let first = entry()
        _ = queue.add(first)
        #expect(queue.add(first).isEmpty)
        for _ in 0..<3 { _ = queue.add(entry()) }
        let refused = entry()
        #expect(queue.add(refused).contains { $0.ends(refused.id, .skipped) })
        #expect(queue.waitingCount == 3)
    }

    @Test("of too many paused tracks the oldest one ends, with what waits behind it")
    func pausedTracks() throws {
        var queue = PlayQueue(capacity: 2, rate: 1000)
        var (held, waiting): ([PlayQueue.Entry], [PlayQueue.Entry]) = ([], [])
        var actions: [PlayQueue.Action] = []
        for number in 0..<3 {
            let session = try #require(Session(rawValue: "caller-\(number)"))
            held.append(entry(session: session))
            actions += queue.add(held[number])
            start(held[number], &queue)
            if number == 0 {
                waiting.append(entry(session: session))
                actions += queue.add(waiting[number])
            }
            actions += queue.pause { $0.session == session }
        }
        let all = actions
        let isCut = held.map { commands(all, of: $0).contains(.cut) }
        let first = waiting[0].id
        #expect(isCut == [true, false, false] && all.contains { $0.ends(first, .skipped) })
        #expect(queue.waitingCount == 0)
    }

    @Test("what waits on a paused track makes room for others, the oldest first")
    func pausedWaiting() {
        var queue = PlayQueue(capacity: 2, rate: 1000)
        let (first, second, third) = (entry(session: other), entry(session: other), entry(session: other))
        _ = queue.add(first)
        _ = queue.pause { $0.session == other }
        _ = queue.add(second)
        _ = queue.add(third)
        let mine = entry()
        let came = queue.add(mine)
        #expect(came.contains { $0.ends(second.id, .skipped) } && commands(came, of: mine) == [.begin(mine)])
        #expect(queue.waitingCount == 1)
    }

    @Test("a pause delays new sequences; interrupt and stop end the pause")
    func pausing() {
        var queue = PlayQueue(capacity: 10, rate: 1000)
        #expect(queue.pause { _ in true }.isEmpty && queue.tracks.isEmpty)
        let (first, second, third) = (entry(), entry(), entry(policy: .interrupt))
        _ = queue.add(first)
        _ = queue.add(second)
        #expect(commands(queue.pause { _ in true }, of: first) == [.hold])
        #expect(commands(queue.mixingEnded(first.id), of: second).isEmpty)
        let came = queue.add(third)
        #expect(came.contains { $0.ends(second.id, .skipped) } && commands(came, of: third) == [.begin(third)])
    }
}

extension PlayQueue.Action {
    /// Returns whether the action is the final report of a sequence with a state.
    func ends(_ id: MessageID, _ state: AudioPlayback.State) -> Bool {
        guard case .report(let report) = self else { return false }
        return report.sequence == id && report.item == nil && report.state == state && report.reason != nil
    }
}
