import SaybusMessages

/// One sequence in the mix: its position, volume and state. Pure except for its ``RenderBuffer``.
///
/// Every start and stop of sound is faded briefly. Speech that is held in the middle of a word resumes at the
/// beginning of that word; other sound resumes where the fade began.
struct MixerInput: Sendable {
    /// The action at the end of a fade.
    enum FadeAction: Sendable, Equatable {
        case hold, cut
        /// Continues with another item.
        case jump(Int)

        var isJump: Bool { if case .jump = self { true } else { false } }
    }

    private enum Phase: Sendable, Equatable {
        case running, held, over
        case fading(FadeAction)
    }

    /// The contribution to a block.
    struct Contribution: Sendable {
        var samples: [Int16] = []
        var marks: [(offset: Int, event: Mixer.Event)] = []
        /// The item from which a new buffer must be rendered.
        var jump: Int?
    }

    let id: MessageID
    private let eventCount: Int
    private let rate: Int
    private(set) var buffer: RenderBuffer
    private var phase = Phase.running
    private var gain: Ramp
    private var level: Double
    private var duck = 1.0
    /// The samples mixed of the sequence and of the current item.
    private(set) var position = 0
    private var itemPosition = 0
    /// The current item: the one that sounds, or else the next one. After the last one, the number of items.
    private var item: Int
    /// Whether the current item has had no samples yet.
    private var itemIsSilent = true
    /// The word that begins with the next sample.
    private var nextWord: String?
    private var replay: HoldReplay
    /// The events for the next contribution.
    private var pending: [Mixer.Event] = []
    /// The sample from which on the user may barge in; nil once that has been reported.
    private var bargeInStart: Int?
    /// Whether a new buffer was requested and has not been installed.
    private var awaitsBuffer = false

    init(_ id: MessageID, eventCount: Int, buffer: RenderBuffer, level: Double, rate: Int, bargeInStart: Int? = nil) {
        (self.id, self.eventCount, self.buffer, self.level, self.rate) = (id, eventCount, buffer, level, rate)
        self.bargeInStart = bargeInStart
        // 10 ms.
        let fade = max(1, rate / 100)
        (gain, replay) = (Ramp(level, length: fade), HoldReplay(fade: fade, rate: rate))
        item = 0
    }

    /// Whether the sequence has ended.
    var isOver: Bool { phase == .over }

    /// Whether ``next(_:)`` would return something.
    var isReady: Bool {
        switch phase {
        case .running: !pending.isEmpty || !awaitsBuffer && (!replay.isEmpty || buffer.isReady)
        case .fading: true
        case .held, .over: !pending.isEmpty
        }
    }

    /// Whether the sequence plays or is about to.
    var isRunning: Bool { phase != .held && phase != .over }

    private var loudness: Double { level * duck }

    /// Sets the volume, 0…1.
    mutating func setLevel(_ level: Double) {
        self.level = level
        updateGain()
    }

    /// Sets the gain for ducking, 0…1; 1 ends ducking.
    mutating func setDuck(_ duck: Double) {
        self.duck = duck
        updateGain()
    }

    /// Changes the gain to the current loudness; at once before the first sample.
    private mutating func updateGain() {
        guard phase == .running else { return }
        if position == 0 { gain.set(loudness) } else { gain.change(to: loudness) }
    }

    /// Fades out, then performs an action; at once when nothing is audible.
    mutating func fade(then: FadeAction) {
        switch phase {
        case .over: return
        case .fading(.cut): return
        // A hold and a jump are both performed, so that neither is lost.
        case .fading(.hold) where then.isJump:
            complete(.hold)
            complete(then)
        case .fading(let jump) where jump.isJump && then == .hold:
            complete(jump)
            fade(then: .hold)
        case .fading: phase = .fading(then)
        case .held: if then != .hold { complete(then) }
        case .running:
            gain.change(to: 0)
            phase = .fading(then)
            if position == 0 || gain.isSteady { complete(then) }
        }
    }

    /// Jumps to the next item, or back. A jump that waits for the end of its fade goes first.
    mutating func jump(forward: Bool) {
        var earlier: Int?
        if case .fading(.jump(let event)) = phase { earlier = event }
        let start = earlier ?? item
        // An item that has just begun is skipped when jumping back.
        let isNew = earlier != nil || itemPosition < rate
        fade(then: .jump(forward ? min(start + 1, eventCount) : max(0, isNew ? start - 1 : start)))
    }

    /// Resumes after a hold.
    mutating func release() {
        switch phase {
        case .held:
            phase = .running
            gain.set(position == 0 ? loudness : 0)
            gain.change(to: loudness)
            pending.append(.released)
        case .fading(.hold):
            phase = .running
            gain.change(to: loudness)
        case .running, .over, .fading: return
        }
    }

    /// Continues with a new buffer, which begins with the item that ``Contribution/jump`` requested.
    mutating func install(_ buffer: RenderBuffer) { (self.buffer, awaitsBuffer) = (buffer, false) }

    /// Returns at most a number of samples.
    mutating func next(_ count: Int) -> Contribution {
        var result = Contribution()
        switch phase {
        case .running: mix(count, into: &result)
        case .fading(let then):
            mix(min(count, gain.remaining), into: &result)
            // Without samples the sequence is silent already.
            if gain.isSteady || result.samples.isEmpty { complete(then) }
        case .held, .over: break
        }
        if phase == .running, !awaitsBuffer, replay.isEmpty, buffer.isOver { end() }
        let offset = result.samples.count
        moveEvents(to: &result, at: offset)
        return result
    }

    /// Moves the pending events to a contribution. A jump becomes the request for a new buffer.
    private mutating func moveEvents(to result: inout Contribution, at offset: Int) {
        for event in pending {
            if case .jump(let event) = event {
                result.jump = event
            } else {
                result.marks.append((offset, event))
            }
        }
        pending = []
    }

    private mutating func mix(_ count: Int, into result: inout Contribution) {
        moveEvents(to: &result, at: 0)
        var samples: [Int16] = []
        if !replay.isEmpty {
            samples = replay.take(count)
            advance(samples[...], at: 0, &result)
        }
        if replay.isEmpty, samples.count < count {
            let taken = buffer.take(count - samples.count)
            var place = 0
            for (offset, mark) in taken.marks {
                begin(taken.samples[place..<offset], at: samples.count + place, &result)
                place = offset
                apply(mark, at: samples.count + offset, &result)
            }
            begin(taken.samples[place...], at: samples.count + place, &result)
            samples += taken.samples
        }
        result.samples = gain.apply(to: samples)
    }

    /// Processes samples from the buffer; the first of an item marks its start.
    private mutating func begin(_ samples: ArraySlice<Int16>, at offset: Int, _ result: inout Contribution) {
        guard !samples.isEmpty else { return }
        if itemIsSilent {
            itemIsSilent = false
            result.marks.append((offset, .item(item)))
        }
        if let word = nextWord {
            nextWord = nil
            result.marks.append((offset, .word(item, word, at: position)))
        }
        advance(samples, at: offset, &result)
    }

    private mutating func advance(_ samples: ArraySlice<Int16>, at offset: Int, _ result: inout Contribution) {
        if let place = bargeInStart, position + samples.count >= place {
            bargeInStart = nil
            result.marks.append((offset + max(0, place - position), .bargeInAllowed))
        }
        position += samples.count
        itemPosition += samples.count
        replay.record(samples)
    }

    private mutating func apply(_ mark: RenderBuffer.Mark, at offset: Int, _ result: inout Contribution) {
        switch mark {
        case .item(let index):
            (item, itemPosition, itemIsSilent) = (index, 0, true)
            replay.endWord()
            nextWord = nil
        case .word(let text):
            replay.beginWord()
            nextWord = text
        case .itemOver(let index, let end):
            result.marks.append((offset, .itemOver(index, end, played: itemPosition)))
            // The next item may take long to come, and a command that comes before it must not end this one again.
            (item, itemPosition, itemIsSilent) = (index + 1, 0, true)
            replay.endWord()
        }
    }

    /// Performs the action after a fade.
    private mutating func complete(_ then: FadeAction) {
        switch then {
        case .hold:
            let returned = replay.hold()
            position -= returned
            itemPosition -= returned
            phase = .held
            pending.append(.held(at: position))
        case .cut:
            if item < eventCount { pending.append(.itemOver(item, .cut, played: itemPosition)) }
            end()
        case .jump(let event):
            buffer.close()
            // An item that has not begun and is still to come is not over.
            if event > item || !itemIsSilent { pending.append(.itemOver(item, .cut, played: itemPosition)) }
            for skipped in stride(from: item + 1, to: event, by: 1) {
                pending.append(.itemOver(skipped, .cut, played: 0))
            }
            replay.clear()
            nextWord = nil
            (item, itemPosition, itemIsSilent) = (event, 0, true)
            guard event < eventCount else { return end() }
            if phase != .held { phase = .running }
            gain.set(loudness)
            awaitsBuffer = true
            pending.append(.jump(event))
        }
    }

    private mutating func end() {
        buffer.close()
        phase = .over
        pending.append(.over(played: position))
    }
}
