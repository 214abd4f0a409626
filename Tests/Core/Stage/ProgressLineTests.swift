import Synchronization
import Testing

@testable import SaybusStage

@Suite("The progress of long work")
struct ProgressLineTests {
    private func line(columns: Int?, _ now: ContinuousClock.Instant) -> (ProgressLine, () -> String) {
        let text = TextOfLine()
        let line = ProgressLine(
            "saybus evaluate", columns: { columns }, write: { new in text.text.withLock { $0 += new } }, now: now)
        return (line, { text.text.withLock { $0 } })
    }

    private final class TextOfLine: Sendable {
        let text = Mutex("")
    }

    @Test("the parts that are done, the time that is left, and the detail are told")
    func words() {
        let progress = WorkProgress(done: 36, total: 360, detail: "12 dB")
        #expect(progress.line("w", after: .seconds(10)) == "w: 36 of 360, 1 min 30 s left; 12 dB")
        #expect(WorkProgress(done: 1, total: 360).line("w", after: .seconds(10)) == "w: 1 of 360, 10 s")
        #expect(WorkProgress(done: 7).line("w", after: .zero) == "w: 7")
        #expect(WorkProgress(detail: "\u{1B}[2J").line("w", after: .seconds(7200)) == "w: 2 h 0 min; \\u{1b}[2J")
    }

    @Test("on a terminal one line is rewritten, not too often, within its columns, and removed at the end")
    func terminal() {
        let now = ContinuousClock.now
        let (line, text) = line(columns: 24, now)
        line.update(WorkProgress(done: 1, total: 9), now: now)
        line.update(WorkProgress(done: 2, total: 9), now: now + .milliseconds(100))
        line.update(WorkProgress(done: 3, total: 9, detail: "a long detail"), now: now + .milliseconds(300))
        #expect(text() == "\rsaybus evaluate: 1 of 9\u{1B}[K\rsaybus evaluate: 3 of 9\u{1B}[K")
        line.clear()
        line.clear()
        #expect(text().hasSuffix("\u{1B}[K\r\u{1B}[K"))
    }

    @Test("without a terminal there is a line every ten seconds, and none for short work")
    func log() {
        let now = ContinuousClock.now
        let (line, text) = line(columns: nil, now)
        for second in 0...25 { line.update(WorkProgress(done: second, total: 100), now: now + .seconds(second)) }
        line.clear()
        #expect(
            text() == "saybus evaluate: 10 of 100, 1 min 30 s left\nsaybus evaluate: 20 of 100, 1 min 20 s left\n")
    }
}
