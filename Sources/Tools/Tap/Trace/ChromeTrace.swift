import SaybusMessages
import SaybusSupport

/// A converter of turns to events of the Trace Event Format (Google, 2016), which Perfetto and `chrome://tracing` open:
/// a process for each session, a thread for each stage, arrows from causes to answers. Pure; bounded.
struct ChromeTrace: Sendable {
    /// The number of threads for overlapping slices of one stage; further overlapping slices share the last
    /// thread.
    private static let lanesPerSource = 8

    private struct Thread: Hashable {
        let session: Session
        let name: String
    }

    private struct Slice: Sendable {
        let begin: Int64
        let end: Int64

        /// Returns whether both can be on one thread: disjoint or nested.
        func fits(_ other: Slice) -> Bool {
            end <= other.begin || other.end <= begin || (begin <= other.begin && other.end <= end)
                || (other.begin <= begin && end <= other.end)
        }
    }

    private struct Lanes: Sendable {
        let first: Int
        /// The newest slices of each lane.
        var slices: [[Slice]]
    }

    private var processes = GenerationalCache<Session, Int>(capacity: 4096)
    private var threads = GenerationalCache<Thread, Lanes>(capacity: 4096)
    private var nextProcess = 1
    private var nextThread = 1
    private var nextFlow: Int64 = 1

    /// Returns the events of a turn.
    mutating func events(_ waterfall: Waterfall) -> [JSONValue] {
        var events: [JSONValue] = []
        let session = waterfall.turn.session
        let process = process(session, &events)
        let whole = Slice(begin: waterfall.first.at, end: max(waterfall.last.at, waterfall.first.at))
        var arguments: [String: JSONValue] = ["turn": .string(waterfall.turn.turn.description)]
        if let text = waterfall.turn.text { arguments["text"] = .string(text) }
        if let command = waterfall.turn.command { arguments["command"] = .string(command) }
        if let end = waterfall.turn.end { arguments["outcome"] = .string(end.outcome.rawValue) }
        if let dominant = waterfall.dominant { arguments["dominant"] = .string(dominant.stage) }
        let name = waterfall.turn.text.flatMap { $0.isEmpty ? nil : $0 } ?? "turn \(waterfall.turn.turn.short)"
        let thread = thread(Thread(session: session, name: "turns"), rank: 0, whole, process, &events)
        events.append(
            Self.complete(name, category: "turn", whole, process: process, thread: thread, arguments))
        var places: [MessageID: (slice: Slice, thread: Int)] = [:]
        for row in waterfall.rows {
            let step = row.step
            let slice = Slice(begin: min(row.begin, step.at), end: step.at)
            let key = Thread(session: session, name: step.source.description)
            let thread = self.thread(key, rank: 1 + KindOrder.rank(role: step.source.role), slice, process, &events)
            var label = step.kind.rawValue
            if step.kind == AudioPlayback.kind, let detail = step.detail { label += " \(detail)" }
            events.append(
                Self.complete(
                    label, category: row.isCritical ? "critical" : "stage", slice, process: process, thread: thread,
                    [
                        "id": .string(step.id.description), "turn": .string(waterfall.turn.turn.description),
                        "toBrokerUs": .integer(Int64(row.bus)),
                    ]))
            places[step.id] = (slice, thread)
            guard let cause = step.causes.lazy.compactMap({ places[$0] }).last else { continue }
            // An arrow must begin within its slice, or at the start of a slice without length.
            let tail = cause.slice.end > cause.slice.begin ? cause.slice.end - 1 : cause.slice.begin
            events.append(Self.flow("s", nextFlow, at: tail, process: process, thread: cause.thread))
            events.append(Self.flow("f", nextFlow, at: slice.begin, process: process, thread: thread))
            nextFlow += 1
        }
        return events
    }

    private mutating func process(_ session: Session, _ events: inout [JSONValue]) -> Int {
        if let number = processes[session] {
            processes[session] = number
            return number
        }
        let number = nextProcess
        nextProcess += 1
        processes[session] = number
        events.append(
            Self.metadata("process_name", ["name": .string("session \(session)")], process: number, thread: 0))
        return number
    }

    /// Returns a thread on which the slice overlaps no other, unless all threads of the stage are in use.
    private mutating func thread(
        _ key: Thread, rank: Int, _ slice: Slice, _ process: Int, _ events: inout [JSONValue]
    ) -> Int {
        var lanes = threads[key] ?? Lanes(first: nextThread, slices: [])
        if lanes.slices.isEmpty { nextThread += Self.lanesPerSource }
        let free = lanes.slices.firstIndex { $0.allSatisfy(slice.fits) }
        let lane = free ?? min(lanes.slices.count, Self.lanesPerSource - 1)
        if lane == lanes.slices.count {
            lanes.slices.append([])
            let number = lanes.first + lane
            let name = lane == 0 ? key.name : "\(key.name) (\(lane + 1))"
            events.append(Self.metadata("thread_name", ["name": .string(name)], process: process, thread: number))
            events.append(
                Self.metadata(
                    "thread_sort_index", ["sort_index": .integer(Int64(rank * 16 + lane))], process: process,
                    thread: number))
        }
        lanes.slices[lane] = lanes.slices[lane].suffix(63) + [slice]
        threads[key] = lanes
        return lanes.first + lane
    }

    private static func complete(
        _ name: String, category: String, _ slice: Slice, process: Int, thread: Int,
        _ arguments: [String: JSONValue]
    ) -> JSONValue {
        [
            "ph": "X", "name": .string(name), "cat": .string(category), "ts": .integer(slice.begin),
            "dur": .integer(Int64(WallClock.elapsed(from: slice.begin, to: slice.end))),
            "pid": .integer(Int64(process)), "tid": .integer(Int64(thread)), "args": .object(arguments),
        ]
    }

    private static func flow(
        _ phase: String, _ id: Int64, at: Int64, process: Int, thread: Int
    ) -> JSONValue {
        [
            "ph": .string(phase), "name": "causes", "cat": "causes", "id": .integer(id), "bp": "e",
            "ts": .integer(at), "pid": .integer(Int64(process)), "tid": .integer(Int64(thread)),
        ]
    }

    private static func metadata(
        _ name: String, _ arguments: [String: JSONValue], process: Int, thread: Int
    ) -> JSONValue {
        [
            "ph": "M", "name": .string(name), "pid": .integer(Int64(process)), "tid": .integer(Int64(thread)),
            "args": .object(arguments),
        ]
    }
}
