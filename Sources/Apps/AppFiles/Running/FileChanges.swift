import Dispatch
import Foundation
import SaybusSupport

/// A stream of the changes of a file: it was written, replaced or removed.
///
/// The file's folder is watched, since many editors write a new file and rename it to the old one's name; and that of
/// its target, if the file is a link. The kernel does not tell of everything, such as a change of a folder above: so
/// the file is also checked every few seconds.
///
/// `@unchecked`, because the dispatch source is not declared sendable. After the initializer it is only cancelled,
/// which is allowed on any thread.
package final class FileChanges: @unchecked Sendable {
    /// The time between two looks at the file.
    static let pause = Duration.seconds(2)
    /// Delay before a removal is reported, since some editors remove the old file before they write the new one.
    private static let absence = DispatchTimeInterval.seconds(1)

    /// One element at the beginning, and at least one after the last change. Several changes may share an element.
    package let changes: AsyncStream<Void>
    private let source: any DispatchSourceRead
    private let looks: Task<Void, Never>

    /// The state, which only one queue uses.
    private final class Watching: @unchecked Sendable {
        let path: String
        let queue = DispatchQueue(label: "saybus.file-changes")
        var folders: FileFolders
        var comparison: FileComparison
        let notify: AsyncStream<Void>.Continuation
        /// Whether the descriptor is closed.
        var isOver = false

        init(_ path: String, _ folders: FileFolders, _ notify: AsyncStream<Void>.Continuation) {
            (self.path, self.folders, self.notify) = (path, folders, notify)
            comparison = FileComparison(FileIdentity(path: path))
        }

        /// Takes a change that the kernel reports: the file has come, is gone, or a folder on its path has moved.
        func takeChange() {
            guard let change = folders.takeChange() else { return }
            folders.watch()
            let file = FileIdentity(path: path)
            switch change {
            case .come:
                comparison.report(file)
                notify.yield()
            case .gone:
                comparison.report(file)
                queue.asyncAfter(deadline: .now() + FileChanges.absence) { [notify] in notify.yield() }
            // The folder that takes its place may not be there yet.
            case .moved: look()
            }
        }

        /// Looks at the file.
        func look() {
            guard !isOver else { return }
            folders.watch()
            if comparison.look(FileIdentity(path: path)) { notify.yield() }
        }
    }

    /// Begins to watch a file.
    /// - Parameters:
    ///   - path: The file's path.
    ///   - clock: The clock for the pauses between two looks.
    /// - Returns: Nil when the kernel's limit of watches is reached, or the folder cannot be read.
    package init?(path: String, clock: some Clock<Duration> = ContinuousClock()) {
        let descriptor = inotify_init1(Int32(O_NONBLOCK | O_CLOEXEC))
        guard descriptor >= 0 else { return nil }
        var folders = FileFolders(of: path, descriptor)
        guard folders.watch() else {
            close(descriptor)
            return nil
        }
        let (changes, notify) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let watching = Watching(path, folders, notify)
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: watching.queue)
        source.setEventHandler { watching.takeChange() }
        source.setCancelHandler {
            watching.isOver = true
            close(descriptor)
            notify.finish()
        }
        source.resume()
        looks = Task {
            while !Task.isCancelled {
                do { try await clock.sleep(for: FileChanges.pause) } catch { return }
                watching.queue.async { watching.look() }
            }
        }
        // The file may have changed between its last reading and now.
        notify.yield()
        (self.changes, self.source) = (changes, source)
    }

    deinit {
        looks.cancel()
        source.cancel()
    }
}
