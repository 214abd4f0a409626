import SaybusDispatch
import SaybusTesting
import Synchronization
import Testing

@Suite("The problem in the status")
struct ProblemReporterTests {
    /// A reporter, and the text that it shows.
    private final class Shown: Sendable {
        let text = Mutex<String?>(nil)
    }

    private func reporter() -> (ProblemReporter, Shown) {
        let shown = Shown()
        return (ProblemReporter(TestBus.quiet) { text in shown.text.withLock { $0 = text } }, shown)
    }

    @Test("a file that is read again ends its own problem and those of its commands, and no other")
    func reloaded() {
        let (problems, shown) = reporter()
        problems.report("two dispatchers", from: .precedence)
        problems.report("the disk is full", from: .journal)
        problems.report("k.sqlite is no database", from: .memory)
        problems.report("no such list")
        problems.report("the file is refused", from: .file)
        #expect(shown.text.withLock(\.self) == "the file is refused")
        problems.reset(.file, .commands)
        #expect(shown.text.withLock(\.self) == "two dispatchers")
        problems.withdraw("two dispatchers")
        #expect(shown.text.withLock(\.self) == "the disk is full")
        problems.withdraw("the disk is full")
        #expect(shown.text.withLock(\.self) == "k.sqlite is no database")
        problems.withdraw { $0.hasPrefix("k.sqlite") }
        #expect(shown.text.withLock(\.self) == nil)
    }

    @Test("the refusal of a file stays while another problem comes and goes, until the next look at the file")
    func refused() {
        let (problems, shown) = reporter()
        problems.report("line 3 is wrong", from: .file, isLogged: true)
        problems.report("two dispatchers", from: .precedence)
        problems.withdraw("two dispatchers")
        #expect(shown.text.withLock(\.self) == "line 3 is wrong")
        problems.report("line 4 is wrong", from: .file, isLogged: true)
        #expect(shown.text.withLock(\.self) == "line 4 is wrong")
        problems.withdraw("line 4 is wrong")
        #expect(shown.text.withLock(\.self) == nil, "the former refusal is over")
    }

    @Test("all problems with one thing are over at once, whatever their words")
    func filtered() {
        let (problems, shown) = reporter()
        problems.report("no such list")
        problems.report("k.sqlite cannot be used: the disk is full")
        problems.report("the command Add failed: k.sqlite cannot be used: it is locked")
        problems.withdraw { $0.contains("k.sqlite cannot be used") }
        #expect(shown.text.withLock(\.self) == "no such list")
    }

    @Test("what remains of several problems of one origin is shown when the newest one is over")
    func remaining() {
        let (problems, shown) = reporter()
        problems.report("one journal", from: .journal)
        problems.report("another journal", from: .journal)
        problems.withdraw("another journal")
        #expect(shown.text.withLock(\.self) == "one journal")
    }
}
