import Foundation
import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

@testable import SaybusTap

@Suite(
    "Recording onto a full disk",
    .enabled(if: SmallDisk.isPossible, "needs the right to mount a small file system, as the superuser has"))
struct FullDiskTests {
    @Test(
        "the recording ends with one line and exit code 74, and is readable even while the disk is full"
    )
    func fullDisk() async throws {
        let (test, disk, folder) = (try TestBus(), try SmallDisk(), try RecordingFolder())
        let bus = try test.connect(.transcribe)
        try await bus.ready()
        let path = disk.path + "/full.db"
        let recorder = try await folder.record(test.address, file: path)
        let text = String(repeating: "word ", count: 2000)
        for revision in 0..<20 { try bus.publish(SpeechPartial(text: text, revision: revision)) }
        try await recorder.written(20)
        for revision in 20..<400 { try bus.publish(SpeechPartial(text: text, revision: revision)) }
        #expect(try await recorder.exitCode() == 74)
        let last = recorder.lines(.standardError).last ?? ""
        #expect(last.contains("the disk is full") && last.contains(path), "\(recorder.lines(.standardError))")

        let sessions = try await folder.tap("sessions", path)
        #expect(sessions.code == 0, "\(sessions.errors)")
        #expect(sessions.lines.first?.contains("recording 1") == true)
        let export = try await folder.tap("export", path, "--kind", "speech.partial")
        #expect(export.code == 0)
        #expect(export.lines.count >= 20)
        // A copy on another disk must be intact.
        for ending in ["", "-wal"] where FileManager.default.fileExists(atPath: path + ending) {
            try FileManager.default.copyItem(atPath: path + ending, toPath: folder.file + ending)
        }
        #expect(try RecordingFolder.integrity(folder.file) == "ok")
        #expect(try await RecordingFolder.messages(folder.file).count >= export.lines.count)
    }
}
