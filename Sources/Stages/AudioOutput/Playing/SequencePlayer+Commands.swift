import Glibc
import SaybusMessages
import SaybusSound
import Synchronization

extension SequencePlayer {
    /// Performs the actions of the queue.
    func perform(_ actions: [PlayQueue.Action], _ state: inout State) {
        for action in actions {
            switch action {
            case .report(let playback): state.reports.append(playback)
            case .command(let id, let command): perform(command, of: id, &state)
            }
        }
    }

    private func perform(_ command: PlayQueue.Command, of id: MessageID, _ state: inout State) {
        switch command {
        case .begin(let entry):
            let track = PlayQueue.SessionTrack(session: entry.session, name: entry.track)
            let buffer = render(entry, from: 0, &state)
            state.mixer.add(
                MixerInput(
                    id, eventCount: entry.events.count, buffer: buffer, level: state.settings.level(track),
                    rate: sink.rate,
                    bargeInStart: state.queue.samples(entry.bargeInAfterMs)))
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
            guard let entry = state.queue.playbacks[id]?.entry else { continue }
            let buffer = render(entry, from: event, &state)
            state.mixer.change(id) { $0.install(buffer) }
        }
        for id in block.over {
            state.renderTasks.removeValue(forKey: id)?.cancel()
            perform(state.queue.mixingEnded(id), &state)
        }
        return block.samples
    }

    /// Starts rendering the events of a sequence, from one on, and returns the buffer that they go to.
    private func render(_ entry: PlayQueue.Entry, from first: Int, _ state: inout State) -> RenderBuffer {
        let buffer = RenderBuffer(limit: sink.rate, filled: inputReady)
        state.renderTasks[entry.id]?.cancel()
        state.renderTasks[entry.id] = Task { [self] in
            for index in first..<entry.events.count {
                // A closed buffer or a cancellation ends the rendering.
                guard (try? await make(entry, index, into: buffer)) != nil else { return }
            }
            buffer.finish()
        }
        return buffer
    }

    private func make(_ entry: PlayQueue.Entry, _ index: Int, into buffer: RenderBuffer) async throws {
        let track = PlayQueue.SessionTrack(session: entry.session, name: entry.track)
        if !entry.events[index].spokenText.isEmpty { await voiceControls.waitUntilDone() }
        let renderer = EventRenderer(
            entry.events[index], rate: sink.rate, synthesizer: synthesizer, settings: state.withLock(\.settings),
            track: track, language: entry.language,
            sound: { [sounds] in try await sounds.sound($0, from: entry.sender) })
        try await buffer.put(marks: [.item(index)])
        while let block = try await renderer.next() {
            var place = 0
            for word in block.words {
                if word.start > place { try await buffer.put(Array(block.samples[place..<word.start])) }
                place = max(place, word.start)
                try await buffer.put(marks: [.word(word.text)])
            }
            if place < block.samples.count { try await buffer.put(Array(block.samples[place...])) }
        }
        try await buffer.put(marks: [.itemOver(index, await renderer.end)])
    }
}
