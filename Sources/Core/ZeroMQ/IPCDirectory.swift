import CSaybusLinux
import Glibc

/// The error of an ``IPCDirectory`` that another user controls, or that cannot be opened.
public struct IPCDirectoryError: Error, Sendable, Equatable, CustomStringConvertible {
    /// A sentence that says what is wrong, and what helps if anything does but another directory.
    public let description: String
    private let hasRemedy: Bool

    init(_ problem: String, remedy: String? = nil) {
        description = remedy.map { "\(problem): \($0)" } ?? problem
        hasRemedy = remedy != nil
    }

    /// The sentence with the advice to choose another bus.
    package var advice: String { "\(description)\(hasRemedy ? ", or" : ";") choose another --bus" }
}

/// The directory of a bus's ipc sockets, for a program that connects to them.
///
/// Whoever can put a socket into the directory, or another directory into its place, can pose as the broker. So the
/// directory and its parents must belong to this user or to root, and nobody else may write to them; parents with the
/// sticky bit, such as `/tmp`, are an exception. The directory is opened and checked step by step, by descriptor, and
/// sockets are reached through its descriptor. So it cannot be exchanged after the check.
public final class IPCDirectory: Sendable {
    /// A directory without sockets, which stands for one that does not exist or is refused.
    private static let nowhere = "/proc/self/fdinfo"
    /// The most symbolic links in a path, as in the kernel.
    private static let maximumLinks = 40

    /// The path of the directory as it was given.
    public let path: String
    /// A descriptor whose number never changes, because libzmq connects through its name in `/proc`; negative where
    /// `/proc` is not mounted.
    private let descriptor: Int32

    /// Opens and checks a directory, which may be missing.
    public init(_ path: String) throws(IPCDirectoryError) {
        self.path = path
        descriptor = Glibc.open(Self.nowhere, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        try refresh()
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Returns the endpoint of a socket in the directory.
    public func endpoint(_ name: String) -> String {
        descriptor < 0 ? "ipc://\(path)/\(name)" : "ipc:///proc/self/fd/\(descriptor)/\(name)"
    }

    /// Whether the directory exists and belongs to this user. A broker there is then run by this user, or by root.
    public var isOwn: Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_uid == geteuid()
    }

    /// Opens and checks the directory again, because it may have been made, or made anew. Sockets are then looked for
    /// in the one that is there now; when it is missing or refused, in none.
    public func refresh() throws(IPCDirectoryError) {
        do throws(IPCDirectoryError) {
            let found = try Self.open(verified: path)
            defer { if let found { close(found) } }
            if let found { try Self.checkServer(in: found, path) }
            pin(found)
        } catch {
            pin(nil)
            throw error
        }
    }

    private func pin(_ found: Int32?) {
        guard descriptor >= 0 else { return }
        if let found {
            saybus_replace(found, descriptor)
            return
        }
        let nowhere = Glibc.open(Self.nowhere, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard nowhere >= 0 else { return }
        saybus_replace(nowhere, descriptor)
        close(nowhere)
    }

    /// Checks that nobody but this user and root controls a directory.
    public static func verify(_ path: String) throws(IPCDirectoryError) {
        if let found = try open(verified: path) { close(found) }
    }

    /// Opens a directory after it and its parents have been checked.
    /// - Returns: A descriptor; nil when the directory, or a parent of it, does not exist.
    private static func open(verified path: String) throws(IPCDirectoryError) -> Int32? {
        var folder = saybus_open_path(AT_FDCWD, "/")
        guard folder >= 0 else { throw failure(path) }
        var rest = Array(path.split(separator: "/").map(String.init).reversed())
        var shown = ""
        var links = 0
        do throws(IPCDirectoryError) {
            try check(folder, "/", isParent: !rest.isEmpty)
            while let name = rest.popLast() {
                let next = saybus_open_path(folder, name)
                guard next >= 0 else {
                    guard errno == ENOENT else { throw failure(path) }
                    close(folder)
                    return nil
                }
                if let target = link(next) {
                    defer { close(next) }
                    try checkOwner(next, shown + "/" + name)
                    links += 1
                    guard links <= maximumLinks else { throw IPCDirectoryError("\(path) has too many symbolic links") }
                    rest += target.split(separator: "/").map(String.init).reversed()
                    guard target.hasPrefix("/") else { continue }
                    close(folder)
                    folder = saybus_open_path(AT_FDCWD, "/")
                    shown = ""
                    continue
                }
                close(folder)
                folder = next
                shown += "/" + name
                try check(folder, shown, isParent: !rest.isEmpty)
            }
            return folder
        } catch {
            close(folder)
            throw error
        }
    }

    /// Returns the target of a symbolic link; nil for anything else.
    private static func link(_ descriptor: Int32) -> String? {
        var target = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let size = target.withUnsafeMutableBytes { buffer in
            readlinkat(descriptor, "", buffer.baseAddress!.assumingMemoryBound(to: CChar.self), buffer.count)
        }
        return size < 0 ? nil : String(decoding: target.prefix(size), as: UTF8.self)
    }

    /// Checks the owner of a directory or link.
    /// - Parameter isBus: Whether it is the directory of the bus itself, whose owner may be asked for.
    @discardableResult
    private static func checkOwner(
        _ descriptor: Int32, _ path: String, isBus: Bool = false
    ) throws(IPCDirectoryError) -> stat {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure(path) }
        guard status.st_uid == geteuid() || status.st_uid == 0 else {
            let name = isBus ? getpwuid(status.st_uid).map { String(cString: $0.pointee.pw_name) } : nil
            throw IPCDirectoryError(
                "\(path) belongs to another user (\(status.st_uid)), who could hear and say everything",
                remedy: name.map { "run this as that user, with sudo -u \($0)" })
        }
        return status
    }

    private static func check(_ descriptor: Int32, _ path: String, isParent: Bool) throws(IPCDirectoryError) {
        let status = try checkOwner(descriptor, path, isBus: !isParent)
        guard status.st_mode & S_IFMT == S_IFDIR else { throw IPCDirectoryError("\(path) is no directory") }
        guard status.st_mode & 0o022 == 0 || isParent && status.st_mode & S_ISVTX != 0 else {
            let whom = status.st_mode & 0o002 == 0 ? "its group" : "everybody"
            let mode = String(status.st_mode & 0o7777, radix: 8)
            throw IPCDirectoryError(
                "\(path) may be written by \(whom) (mode \(mode)), who could hear and say everything",
                remedy: "run chmod go-w \(path)")
        }
    }

    /// Checks that a broker of this user or of root listens at the subscribers' socket, if any program does.
    private static func checkServer(in directory: Int32, _ path: String) throws(IPCDirectoryError) {
        let user = saybus_server_user("/proc/self/fd/\(directory)/subscribe")
        guard user < 0 || user == Int64(geteuid()) || user == 0 else {
            throw IPCDirectoryError("the broker in \(path) is a program of another user (\(user))")
        }
    }

    private static func failure(_ path: String) -> IPCDirectoryError {
        IPCDirectoryError("cannot use the directory \(path): \(String(cString: strerror(errno)))")
    }
}
