import Foundation
import SaybusSupport
import SaybusTesting
import Testing

@testable import SaybusAppFiles

@Suite("Changes of a file", .timeLimit(.minutes(1)))
struct FileChangesTests {
    /// A file with a clock that stands still, so that only the kernel tells of changes until the clock is advanced.
    private func begin(_ path: String, _ clock: ManualClock) async throws -> (
        FileChanges, AsyncStream<Void>.AsyncIterator
    ) {
        let watch = try #require(FileChanges(path: path, clock: clock))
        var changes = watch.changes.makeAsyncIterator()
        // The element at the beginning.
        _ = await changes.next()
        return (watch, changes)
    }

    private func makeFolder(_ path: String) throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }

    @Test("the target of a link is edited, and the link is replaced by another one")
    func link() async throws {
        let folder = try TemporaryFolder()
        for name in ["real", "links"] { try makeFolder(folder.path(name)) }
        let (real, link) = (folder.path("real/app.yaml"), folder.path("links/app.yaml"))
        try Data("one".utf8).write(to: URL(fileURLWithPath: real))
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: real)
        let (watch, iterator) = try await begin(link, ManualClock())
        var changes = iterator
        try Data("two".utf8).write(to: URL(fileURLWithPath: real))
        _ = await changes.next()
        unlink(link)
        // The removal is told by itself, after a moment.
        _ = await changes.next()
        try Data("three".utf8).write(to: URL(fileURLWithPath: folder.path("real/other.yaml")))
        try FileManager.default.createSymbolicLink(
            atPath: link, withDestinationPath: folder.path("real/other.yaml"))
        _ = await changes.next()
        withExtendedLifetime(watch) {}
    }

    @Test("a folder that takes the place of the file's folder is noticed, and edits in it are")
    func folder() async throws {
        let folder = try TemporaryFolder()
        for name in ["app", "new"] {
            try makeFolder(folder.path(name))
            try Data(name.utf8).write(to: URL(fileURLWithPath: folder.path("\(name)/app.yaml")))
        }
        let clock = ManualClock()
        let (watch, iterator) = try await begin(folder.path("app/app.yaml"), clock)
        var changes = iterator
        rename(folder.path("app"), folder.path("old"))
        rename(folder.path("new"), folder.path("app"))
        for _ in 0..<2 {
            try await clock.waitForSleepers()
            clock.advance(by: FileChanges.pause)
        }
        _ = await changes.next()
        try Data("edited".utf8).write(to: URL(fileURLWithPath: folder.path("app/app.yaml")))
        _ = await changes.next()
        withExtendedLifetime(watch) {}
    }

    @Test("a change is told at the second look at which the file is the same, so that it is complete, and once")
    func comparison() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("app.yaml")
        func write(_ text: String) throws -> FileIdentity? {
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
            return FileIdentity(path: path)
        }
        let (first, second, third) = (try write("a"), try write("ab"), try write("abc"))
        #expect(first != nil && first != second && second != third)
        var comparison = FileComparison(first)
        let looks = [first, second, third, third, third, nil, nil, nil].map { comparison.look($0) }
        #expect(looks == [false, false, false, true, false, false, true, false])
        comparison.report(second)
        let isChange = comparison.look(second)
        #expect(!isChange)
    }
}
