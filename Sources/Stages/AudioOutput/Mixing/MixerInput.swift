import SaybusMessages

/// One sequence in the mix: where it is, how loud it is, whether it sounds. Pure but for its ``RenderBuffer``.
///
/// Every change of what sounds goes through a short fade. What is held in the middle of a word goes on at the beginning of that word; in other
/// sound it goes on where the fade began.
struct MixerInput: Sendable {
    /// What becomes of the strand when its fade is done.
    enum Then: Sendable, Equatable {
        case hold, cut
        /// Goes on with another event.
        case jump(Int)

        var isJump: Bool { if case .jump = self { true } else { false } }
    }

    private enum Phase: Sendable, Equatable {
        case running, held, over
        case fading(Then)
    }

    /// What a strand gives to a block.
    struct Contribution: Sendable {
        var samples: [Int16] = []
        var marks: [(offset: Int, sounding: Mixer.Sounding)] = []
        /// The event from which its feed is to be made anew.
        var jump: Int?
    }

    /// Longest word that is begun again, in seconds.
    static let longestWord = 3

    let id: MessageID
    private let eventCount: Int
    private let ramp: Int
    private let rate: Int
    private(set) var feed: RenderBuffer
    private var phase = Phase.running
    private var gain: Ramp
    private var level: Double
    private var duck = 1.0
    /// Samples mixed of the sequence, and of the event.
    private(set) var position = 0
    private var itemPosition = 0
    private var item: Int
    /// Whether the event waits for its first sample.
    private var itemIsSilent = true
    /// The word that waits for its first sample.
    private var nextWord: String?
    /// What was mixed since the word began; outside a word, of the last moments.
    private var history: [Int16] = []
    private var isInWord = false
    private var replay: ArraySlice<Int16> = []
    private var pending: [Mixer.Sounding] = []
    /// The sample of the sequence from which on the user may barge in; nil when that was told.
    private var opening: Int?
    /// Whether the feed is of another event than the one that is to come.
    private var awaitsFeed = false

    init(_ id: MessageID, eventCount: Int, feed: RenderBuffer, level: Double, rate: Int, opening: Int? = nil) {
        (self.id, self.eventCount, self.feed, self.level, self.rate) = (id, eventCount, feed, level, rate)
        self.opening = opening
        ramp = max(1, rate / 100)
        gain = Ramp(level, length: ramp)
        item = 0
    }

    /// Whether nothing more comes of it.
    var isOver: Bool { phase == .over }

    /// Whether ``next(_:)`` has something to give.
    var isReady: Bool {
        switch phase {
        case .running: !pending.isEmpty || !awaitsFeed && (!replay.isEmpty || feed.isReady)
        case .fading: true
        case .held, .over: !pending.isEmpty
        }
    }

    /// Whether it sounds or is about to.
    var isRunning: Bool { phase != .held && phase != .over }

    private var loudness: Double { level * duck }

    /// Changes its volume, 0…1.
    mutating func setLevel(_ level: Double) {
        self.level = level
        follow()
    }

    /// Plays it beside a track that matters more: at this part of its volume; 1 ends that.
    mutating func setDuck(_ duck: Double) {
        self.duck = duck
        follow()
    }

    private mutating func follow() {
        guard phase == .running else { return }
        if position == 0 { gain.set(loudness) } else { gain.change(to: loudness) }
    }

    /// Fades, and then does it; at once when nothing sounds.
    mutating func fade(then: Then) {
        switch phase {
        case .over: return
        case .fading(.cut): return
        // Who is to hold and to jump does both, at once: neither order is lost.
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

    /// To the next event, or back.
    mutating func jump(forward: Bool) {
        // What has hardly begun is not meant.
        let isNew = itemPosition < rate
        fade(then: .jump(forward ? item + 1 : max(0, isNew ? item - 1 : item)))
    }

    /// Goes on after ``Then/hold``.
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

    /// Goes on from another feed, which begins with the event that ``Contribution/jump`` asked for.
    mutating func install(_ feed: RenderBuffer) { (self.feed, awaitsFeed) = (feed, false) }

    /// The next samples, at most so many.
    mutating func next(_ count: Int) -> Contribution {
        var result = Contribution()
        switch phase {
        case .running: mix(count, into: &result)
        case .fading(let then):
            mix(min(count, gain.remaining), into: &result)
            // One that has no samples now is silent already.
            if gain.isSteady || result.samples.isEmpty { complete(then) }
        case .held, .over: break
        }
        if phase == .running, !awaitsFeed, replay.isEmpty, feed.isOver { end() }
        let offset = result.samples.count
        hand(over: &result, at: offset)
        return result
    }

    /// Hands over what waits to be told. A jump is none of it: it asks for another feed.
    private mutating func hand(over result: inout Contribution, at offset: Int) {
        for sounding in pending {
            if case .jump(let event) = sounding {
                result.jump = event
            } else {
                result.marks.append((offset, sounding))
            }
        }
        pending = []
    }

    private mutating func mix(_ count: Int, into result: inout Contribution) {
        hand(over: &result, at: 0)
        var samples: [Int16] = []
        if !replay.isEmpty {
            samples = Array(replay.prefix(count))
            replay = replay.dropFirst(samples.count)
            advance(samples[...], at: 0, &result)
        }
        if replay.isEmpty, samples.count < count {
            let taken = feed.take(count - samples.count)
            var place = 0
            for (offset, mark) in taken.marks {
                begin(taken.samples[place..<offset], at: samples.count + place, &result)
                place = offset
                note(mark, at: samples.count + offset, &result)
            }
            begin(taken.samples[place...], at: samples.count + place, &result)
            samples += taken.samples
        }
        result.samples = gain.apply(to: samples)
    }

    /// Samples that come from the feed: the first of an event tells that it sounds.
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
        if let place = opening, position + samples.count >= place {
            opening = nil
            result.marks.append((offset + max(0, place - position), .open))
        }
        position += samples.count
        itemPosition += samples.count
        history += samples
        if isInWord, history.count > Self.longestWord * rate { isInWord = false }
        if !isInWord, history.count > 8 * ramp { history.removeFirst(history.count - ramp) }
    }

    private mutating func note(_ mark: RenderBuffer.Mark, at offset: Int, _ result: inout Contribution) {
        switch mark {
        case .item(let index):
            (item, itemPosition, itemIsSilent) = (index, 0, true)
            (history, isInWord, nextWord) = ([], false, nil)
        case .word(let text): (history, isInWord, nextWord) = ([], true, text)
        case .itemOver(let index, let end):
            result.marks.append((offset, .itemOver(index, end, heard: itemPosition)))
            (history, isInWord) = ([], false)
        }
    }

    private mutating func complete(_ then: Then) {
        switch then {
        case .hold:
            let returned = isInWord ? history[...] : history.suffix(ramp)
            replay = returned + replay
            position -= returned.count
            itemPosition -= returned.count
            history = []
            phase = .held
            pending.append(.held(at: position))
        case .cut:
            pending.append(.itemOver(item, .cut, heard: itemPosition))
            end()
        case .jump(let event):
            feed.close()
            pending.append(.itemOver(item, .cut, heard: itemPosition))
            (replay, history, isInWord, nextWord) = ([], [], false, nil)
            (item, itemPosition, itemIsSilent) = (event, 0, true)
            guard event < eventCount else { return end() }
            if phase != .held { phase = .running }
            gain.set(loudness)
            awaitsFeed = true
            pending.append(.jump(event))
        }
    }

    private mutating func end() {
        feed.close()
        phase = .over
        pending.append(.over(heard: position))
    }
}
