import Dispatch
import SaybusTerminal
import Synchronization
import Testing

@Suite("An output that nobody may read")
struct OutputQueueTests {
    /// An output whose reader can stand still.
    private final class Reader: Sendable {
        let written = Mutex<[String]>([])
        private let gate = DispatchSemaphore(value: 0)
        /// Its first text waits until ``read()``.
        var output: TextOutput {
            TextOutput { [self] text in
                let isFirst = written.withLock { written in
                    written.append(text)
                    return written.count == 1
                }
                if isFirst { gate.wait() }
            }
        }

        func read() { gate.signal() }
    }

    @Test("whoever writes is not held up; the order is kept, and dropped texts are told in their place")
    func bounded() async {
        let reader = Reader()
        let queue = OutputQueue(reader.output, capacity: 8) { $0.line("dropped \($1)") }
        let output = queue.output
        for text in ["a", "b", "c", "d"] { output.line(text) }
        // The reader stands still, and eight bytes wait.
        output.line("e")
        output.line("f")
        reader.read()
        await queue.flush(within: .seconds(20))
        output.line("g")
        await queue.flush(within: .seconds(20))
        #expect(reader.written.withLock(\.self) == ["a\n", "b\n", "c\n", "d\n", "dropped 2\n", "g\n"])
    }

    @Test("the wait for what is not read is limited")
    func limited() async {
        let reader = Reader()
        let queue = OutputQueue(reader.output) { $0.line("dropped \($1)") }
        queue.output.line("a")
        // It returns, although nothing is read.
        await queue.flush(within: .milliseconds(1))
        reader.read()
        await queue.flush(within: .seconds(20))
        #expect(reader.written.withLock(\.self) == ["a\n"])
    }
}
