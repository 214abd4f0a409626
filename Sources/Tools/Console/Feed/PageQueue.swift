import SaybusMessages
import SaybusSupport
import Synchronization

/// The frames that wait to be sent to a page. Bounded.
///
/// Messages of the bus that do not fit are left out, and the page is told how many. Answers wait until they fit. The
/// console's own messages and speech are few; when they do not fit either, the page takes nothing any more, and is
/// closed.
final class PageQueue: Sendable {
    /// A frame to send.
    enum Frame: Sendable, Equatable {
        case text(String)
        case binary([UInt8])
        /// A question whether the page is still there.
        case ping
        /// The answer to a ping, with the ping's data.
        case pong([UInt8])
        /// The last frame: a close code with a sentence.
        case close(UInt16, String)
    }

    /// The most bytes that wait, from which messages of the bus are left out.
    static let maximumBytes = 1 << 20
    /// The most bytes that wait besides answers, from which the page is closed.
    static let maximumOwnBytes = 4 << 20
    /// The most bytes of answers that wait. A larger one waits alone.
    static let maximumAnswerBytes = 4 << 20

    private struct State {
        var frames: [Frame] = []
        /// The bytes of the frames besides answers.
        var bytes = 0
        var answerBytes = 0
        /// The number of messages left out since the page was last told, by kind.
        var leftOut: [String: Int] = [:]
        var isClosed = false
    }

    private let state = Mutex(State())
    /// The number of times that frames were taken.
    private let takes = Watched(0)
    /// A stream that yields when there is something to take.
    let wakes: AsyncStream<Void>
    private let wake: AsyncStream<Void>.Continuation

    init() { (wakes, wake) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    /// Whether the last frame was added.
    var isClosed: Bool { state.withLock(\.isClosed) }

    /// Adds a message of the bus, or counts it as left out.
    /// - Parameter isUrgent: Whether it is sent at once. Others wait for the next frame or for ``flush()``, so that
    ///   many are sent together.
    func add(message text: String, _ kind: Kind, isUrgent: Bool = true) {
        state.withLock { state in
            guard !state.isClosed else { return }
            guard state.bytes + text.utf8.count <= Self.maximumBytes else {
                state.leftOut[kind.rawValue, default: 0] += 1
                return
            }
            state.frames.append(.text(text))
            state.bytes += text.utf8.count
        }
        if isUrgent { wake.yield() }
    }

    /// Sends the waiting frames.
    func flush() { if state.withLock({ !$0.frames.isEmpty }) { wake.yield() } }

    /// Counts a message of the bus that the page is not shown.
    func leaveOut(_ kind: Kind) {
        state.withLock { if !$0.isClosed { $0.leftOut[kind.rawValue, default: 0] += 1 } }
    }

    /// Tells the page how many messages it was not sent; does nothing when it was sent all of them.
    func reportLeftOut() {
        let counts = state.withLock { state in
            defer { state.leftOut = [:] }
            return state.leftOut
        }
        if !counts.isEmpty { add(.text(ConsoleReport.leftOut(counts).json)) }
    }

    /// Adds a frame of the console's own.
    func add(_ frame: Frame) {
        state.withLock { state in
            guard !state.isClosed else { return }
            let size = frame.size
            if state.bytes + size > Self.maximumOwnBytes {
                state.frames = [.close(1008, "this page does not take what it is sent")]
                state.isClosed = true
            } else {
                state.frames.append(frame)
                state.bytes += size
                if case .close = frame { state.isClosed = true }
            }
        }
        wake.yield()
    }

    /// Adds the answer to a question, as soon as those before it have been taken or leave room for it: a page may take
    /// them slowly. Does nothing when the task is cancelled before that.
    func add(answer frame: Frame) async {
        let size = frame.size
        while !Task.isCancelled {
            let taken = takes.value
            let isDone = state.withLock { state in
                guard !state.isClosed else { return true }
                guard state.answerBytes == 0 || state.answerBytes + size <= Self.maximumAnswerBytes else {
                    return false
                }
                state.frames.append(frame)
                state.answerBytes += size
                return true
            }
            if isDone { break }
            await takes.wait { $0 != taken }
        }
        wake.yield()
    }

    /// Takes all frames that wait.
    func take() -> [Frame] {
        let frames = state.withLock { state in
            defer { (state.frames, state.bytes, state.answerBytes) = ([], 0, 0) }
            return state.frames
        }
        takes.change { $0 += 1 }
        return frames
    }
}

extension PageQueue.Frame {
    /// The bytes of the content.
    fileprivate var size: Int {
        switch self {
        case .text(let text): text.utf8.count
        case .binary(let bytes), .pong(let bytes): bytes.count
        case .ping, .close: 0
        }
    }
}
