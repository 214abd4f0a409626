import Foundation
import SaybusBroker
import SaybusBus
import SaybusMessages
import SaybusTesting
import SaybusZeroMQ
import Testing

@Suite("The directory of an ipc bus")
struct IPCDirectoryTests {
    /// A folder in which tests make directories, owned by this user.
    private let folder = NSTemporaryDirectory() + "saybus-guard-" + UUID().uuidString.prefix(13).lowercased()

    private func make(_ name: String, mode: Int = 0o700) throws -> String {
        let path = folder + "/" + name
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        return path
    }

    private func refusal(_ path: String) throws -> String? {
        let address = try BusAddress("ipc://\(path)")
        do {
            _ = try Bus(at: address, as: Source(role: .tap, instance: "x")!, logger: TestBus.quiet)
            return nil
        } catch {
            #expect(error.code == .refused)
            return error.reason
        }
    }

    @Test("a directory or parent that others may write to is refused, unless the parent has the sticky bit")
    func writable() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let fine = try make("fine")
        #expect(try refusal(fine) == nil)
        #expect(try refusal(fine + "/missing") == nil, "a broker may make it later")
        #expect(try refusal(make("everybody", mode: 0o777))?.contains("written by everybody (mode 777)") == true)
        #expect(try refusal(make("group", mode: 0o770))?.contains("written by its group (mode 770)") == true)
        #expect(try refusal(make("sticky-itself", mode: 0o1777))?.contains("written by everybody") == true)
        for (mode, isFine) in [(0o777, false), (0o775, false), (0o1777, true), (0o1775, true), (0o755, true)] {
            let parent = try make("parent-\(String(mode, radix: 8))")
            _ = try make("parent-\(String(mode, radix: 8))/bus")
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: parent)
            #expect(try (refusal(parent + "/bus") == nil) == isFine, "mode \(String(mode, radix: 8))")
        }
        try Data().write(to: URL(fileURLWithPath: folder + "/file"))
        #expect(try refusal(folder + "/file") == "\(folder)/file is no directory; choose another --bus")
        // A symbolic link leads to the directory that is checked.
        try FileManager.default.createSymbolicLink(atPath: folder + "/link", withDestinationPath: "everybody")
        #expect(try refusal(folder + "/link")?.contains("/everybody may be written") == true)
        try FileManager.default.createSymbolicLink(atPath: folder + "/good", withDestinationPath: fine)
        #expect(try refusal(folder + "/good") == nil)
        try FileManager.default.createSymbolicLink(atPath: folder + "/round", withDestinationPath: "round")
        #expect(try refusal(folder + "/round")?.contains("too many symbolic links") == true)
    }

    @Test(
        "a directory, a parent or a link of another user is refused, for root too",
        .enabled(if: geteuid() == 0, "only root can give a directory away"))
    func foreign() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let own = try make("foreign")
        chown(own, 65_534, 65_534)
        let reason = try #require(try refusal(own))
        #expect(reason.contains("belongs to another user (65534)"), "\(reason)")
        #expect(reason.hasSuffix(": run this as that user, with sudo -u nobody, or choose another --bus"), "\(reason)")
        _ = try make("foreign/bus")
        let parent = try #require(try refusal(own + "/bus"))
        #expect(parent.contains("belongs to another user (65534)"), "\(parent)")
        #expect(parent.hasSuffix("hear and say everything; choose another --bus"), "\(parent)")
        try FileManager.default.createSymbolicLink(atPath: folder + "/link", withDestinationPath: try make("fine"))
        lchown(folder + "/link", 65_534, 65_534)
        #expect(try refusal(folder + "/link")?.contains("/link belongs to another user") == true)
    }

    @Test(
        "a broker of another user in a directory of one's own is refused before anything is said",
        .enabled(if: geteuid() == 0, "only root can change its user"))
    func foreignBroker() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = try make("bus")
        // The directory was open to the other user once, and the socket is still there.
        chmod(folder, 0o755)
        chmod(path, 0o777)
        let server = try ProgramUnderTest(
            "/usr/bin/setpriv",
            ["--reuid", "65534", "--regid", "65534", "--clear-groups", "python3", "-c", Self.server, path])
        try await server.line { $0 == "listening" }
        chmod(path, 0o700)
        #expect(try refusal(path)?.contains("a program of another user (65534)") == true)
        server.send(SIGTERM)
        try await server.exitCode()
        // A connection that only asked who listens was closed without a word.
        #expect(server.lines().allSatisfy { $0 == "listening" || $0 == "heard 0" }, "\(server.report)")
    }

    /// A server that reports the bytes that it hears.
    private static let server = """
        import os, socket, sys, threading
        def serve(name):
            server = socket.socket(socket.AF_UNIX)
            server.bind(os.path.join(sys.argv[1], name))
            server.listen()
            return server
        servers = [serve(name) for name in ("publish", "subscribe")]
        print("listening", flush=True)
        def accept(server):
            while True:
                print("heard", len(server.accept()[0].recv(100)), flush=True)
        for server in servers:
            threading.Thread(target=accept, args=[server]).start()
        """

    @Test("a directory that another user puts into the place of a removed one is not connected to, and a good one is")
    func exchanged() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = try make("bus")
        var broker: TestBus? = try TestBus.at(BusAddress("ipc://\(path)"))
        let bus = try #require(broker).connect(.tap)
        try await bus.ready()
        broker?.broker.close()
        broker = nil
        // Removed with its broker. One that everybody may write to is as good as another user's.
        _ = try make("bus", mode: 0o777)
        let stranger = try Context()
        var sockets = try XPublisherSocket(stranger)
        try sockets.bind("ipc://\(path)/subscribe")
        let error = await #expect(throws: BusError.self) { try await bus.ready() }
        #expect(error?.code == .refused && error?.reason.contains("written by everybody") == true)
        let heard = try sockets.receive()
        #expect(heard == nil)
        try FileManager.default.removeItem(atPath: path)
        broker = try TestBus.at(BusAddress("ipc://\(path)"))
        try await bus.ready()
        await bus.close()
    }
}
