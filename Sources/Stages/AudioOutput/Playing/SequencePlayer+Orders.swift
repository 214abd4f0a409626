import SaybusMessages
import SaybusSound
import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

extension SequencePlayer {
    /// Performs the actions of the queue.
    func perform(_ actions: [PlayQueue.Action], _ state: inout State) {
        for action in actions {
            switch action {
            case .report(let playback): state.reports.append(playback)
            case .order(let id, let order): perform(order, of: id, &state)
            }
        }
    }

    private func perform(_ order: PlayQueue.Order, of id: MessageID, _ state: inout State) {
        switch order {
        case .begin(let entry):
            let lane = PlayQueue.Lane(session: entry.session, track: entry.track)
            let feed = feed(entry, from: 0, &state)
            state.mixer.add(
                MixerInput(
                    id, eventCount: entry.events.count, feed: feed, level: state.settings.level(lane), rate: sink.rate,
                    opening: state.queue.samples(entry.bargeInAfterMs)))
        case .hold: state.mixer.change(id) { $0.fade(then: .hold) }
        case .release: state.mixer.change(id) { $0.release() }
        case .cut: state.mixer.change(id) { $0.fade(then: .cut) }
        case .skip: state.mixer.change(id) { $0.jump(forward: true) }
        case .back: state.mixer.change(id) { $0.jump(forward: false) }
        case .duck(let isSoft):
            let part = isSoft ? pow(10, -abs(options.duck ?? 0) / 20) : 1
            state.mixer.change(id) { $0.setDuck(part) }
        }
    }

    /// Returns the next block of the mix; nil when nothing is ready.
    func mixNext(_ state: inout State) -> [Int16]? {
        guard let block = state.mixer.next() else { return nil }
        state.marks += block.marks
        for (id, event) in block.jumps {
            guard let entry = state.queue.performances[id]?.entry else { continue }
            let feed = feed(entry, from: event, &state)
            state.mixer.change(id) { $0.install(feed) }
        }
        for id in block.over {
            state.feeders.removeValue(forKey: id)?.cancel()
            perform(state.queue.left(id), &state)
        }
        return block.samples
    }

    /// Starts rendering the events of a sequence, from one on, and returns the buffer that they go to.
    private func feed(_ entry: PlayQueue.Entry, from first: Int, _ state: inout State) -> RenderBuffer {
        let feed = RenderBuffer(limit: sink.rate, filled: filled)
        state.feeders[entry.id]?.cancel()
        state.feeders[entry.id] = Task { [self] in
            for index in first..<entry.events.count {
                // A closed buffer or a cancellation ends the rendering.
                guard (try? await make(entry, index, into: feed)) != nil else { return }
            }
            feed.finish()
        }
        return feed
    }

    private func make(_ entry: PlayQueue.Entry, _ index: Int, into feed: RenderBuffer) async throws {
        let lane = PlayQueue.Lane(session: entry.session, track: entry.track)
        let renderer = EventRenderer(
            entry.events[index], rate: sink.rate, synthesizer: synthesizer, settings: state.withLock(\.settings),
            lane: lane, sound: { [sounds = options.sounds] in try sounds.path(of: $0, from: entry.sender) })
        try await feed.put(marks: [.item(index)])
        while let block = try await renderer.next() {
            var place = 0
            for word in block.words {
                if word.start > place { try await feed.put(Array(block.samples[place..<word.start])) }
                place = max(place, word.start)
                try await feed.put(marks: [.word(word.text)])
            }
            if place < block.samples.count { try await feed.put(Array(block.samples[place...])) }
        }
        try await feed.put(marks: [.itemOver(index, await renderer.end)])
    }
}
