import Glibc
import Logging
import SaybusSupport
import SaybusTesting
import Testing

@testable import SaybusStage

@Suite("Log lines in systemd's journal")
struct JournalTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Reads an entry of the journal's native protocol.
    private func fields(_ bytes: [UInt8]) -> [String: String] {
        var (fields, rest): ([String: String], [UInt8].SubSequence) = ([:], bytes[...])
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            let line = rest[..<end]
            if let equals = line.firstIndex(of: UInt8(ascii: "=")) {
                fields[String(decoding: line[..<equals], as: UTF8.self)] =
                    String(decoding: line[(equals + 1)...], as: UTF8.self)
                rest = rest[(end + 1)...]
            } else {
                let size = rest[(end + 1)...].prefix(8).reversed().reduce(0) { $0 << 8 | Int($1) }
                let value = rest.dropFirst(line.count + 9).prefix(size)
                fields[String(decoding: line, as: UTF8.self)] = String(decoding: value, as: UTF8.self)
                rest = rest.dropFirst(line.count + 9 + size + 1)
            }
        }
        return fields
    }

    @Test("an entry has the line, its level, the stage and each detail as a field, whatever a text contains")
    func entry() async throws {
        let receiver = try DatagramReceiver(in: folder, "journal")
        let journal = try #require(SystemdJournal(path: receiver.path))
        let logger = Logger(label: "intent/one") {
            JournalLogHandler(label: $0, journal: journal, stream: LogStream { _ in Issue.record("not taken") })
        }
        let forged = "x\nPRIORITY=0\n"
        logger.warning("a problem", metadata: ["turn": "hall-7", "what-else": "\(forged)"])
        var received = receiver.datagrams.makeAsyncIterator()
        let entry = fields(try #require(await received.next()))
        #expect(entry["PRIORITY"] == "4" && entry["SAYBUS_LABEL"] == "intent/one" && entry["SAYBUS_TURN"] == "hall-7")
        #expect(entry["SAYBUS_WHAT_ELSE"] == forged)
        #expect(entry["MESSAGE"] == #"a problem turn=hall-7 what-else=x\nPRIORITY=0\n"#)
        #expect(entry["SYSLOG_IDENTIFIER"]?.isEmpty == false)
    }

    @Test("a line that the journal does not take goes to standard error")
    func gone() throws {
        let lines = Watched<[String]>([])
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(folder.path("journal").utf8)) }
        let bound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(bound == 0)
        let journal = try #require(SystemdJournal(path: folder.path("journal")))
        close(descriptor)
        let stream = LogStream { line in lines.change { $0.append(line) } }
        Logger(label: "intent/one") { JournalLogHandler(label: $0, journal: journal, stream: stream) }
            .error("a problem", metadata: ["turn": "7"])
        #expect(lines.value == ["intent/one: a problem turn=7\n"])
    }

    @Test("the journal is chosen where standard error goes to it, unless the environment chooses another format")
    func choice() {
        var status = stat()
        fstat(STDERR_FILENO, &status)
        let stream = ["JOURNAL_STREAM": "\(status.st_dev):\(status.st_ino)"]
        #expect(LogFormat.chosen(by: stream) == .journal)
        #expect(LogFormat.chosen(by: stream.merging(["SAYBUS_LOG": "json"]) { $1 }) == .json)
        #expect(LogFormat.chosen(by: ["JOURNAL_STREAM": "1:1"]) == .text && LogFormat.chosen(by: [:]) == .text)
    }
}
