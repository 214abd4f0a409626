import Glibc
import SaybusTesting
import Testing

@testable import SaybusSupport

@Suite("Private directories")
struct PrivateDirectoryTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func mode(_ path: String) -> mode_t? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o7777 : nil
    }

    @Test("a directory and those above it are made for their owner only, and an existing one keeps its mode")
    func modes() throws {
        try PrivateDirectory.create(folder.path + "/a/b/c")
        for name in ["a", "a/b", "a/b/c"] { #expect(mode("\(folder.path)/\(name)") == 0o700, "\(name)") }
        chmod(folder.path + "/a", 0o755)
        try PrivateDirectory.create(folder.path + "/a/d/")
        #expect(mode(folder.path + "/a") == 0o755 && mode(folder.path + "/a/d") == 0o700)
        try PrivateDirectory.create(folder.path + "/a/d")
    }

    @Test("those above a directory may have a mode of their own, whatever the path ends in")
    func parents() throws {
        for name in ["a", "b"] {
            try PrivateDirectory.create("\(folder.path)/\(name)/bus\(name == "b" ? "//" : "")", parents: 0o711)
            #expect(mode("\(folder.path)/\(name)") == 0o711 && mode("\(folder.path)/\(name)/bus") == 0o700, "\(name)")
        }
    }

    @Test("a file in the way is an error that names the directory")
    func refused() throws {
        close(open(folder.path + "/file", O_CREAT | O_WRONLY, 0o600))
        for path in ["/file", "/file/a"] {
            let error = #expect(throws: SystemCallError.self) { try PrivateDirectory.create(folder.path + path) }
            #expect(error?.description.contains(folder.path + path) == true)
        }
    }

    @Test("nobody sees a new directory with another mode, not even for a moment")
    func atOnce() async throws {
        let path = folder.path + "/new"
        let isDone = Watched(false)
        let watcher = Task.detached {
            var seen: Set<mode_t> = []
            while !isDone.value {
                if let mode = mode(path) { seen.insert(mode) }
            }
            return seen
        }
        for _ in 0..<5000 {
            try PrivateDirectory.create(path)
            rmdir(path)
        }
        isDone.change { $0 = true }
        #expect(await watcher.value.isSubset(of: [0o700]))
    }
}
