import Foundation
import SaybusStage

/// A search for programs beside the running program, then in `PATH`.
public struct ProgramFinder: Sendable {
    /// The path of the running program.
    let executable: String
    private let searchPath: [String]

    /// Creates a finder; `executable` is this process's program by default.
    public init(
        executable: String? = nil, environment: [String: String] = ProcessInfo.processInfo.environment
    ) {
        self.executable =
            executable ?? URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().path
        searchPath = environment["PATH", default: "/usr/local/bin:/usr/bin:/bin"].split(separator: ":").map(String.init)
    }

    /// The folder of the running program.
    var directory: String { (executable as NSString).deletingLastPathComponent }

    /// Returns the path of a program; nil when it is not found.
    public func path(of name: String) -> String? {
        ([directory] + searchPath).lazy.filter { $0.hasPrefix("/") }.map { "\($0)/\(name)" }.first { path in
            var isDirectory: ObjCBool = false
            return FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) && !isDirectory.boolValue
                && access(path, X_OK) == 0
        }
    }

    /// Returns the path of a program.
    /// - Throws: `StageFailure` with the remedy when it is not found.
    public func find(_ name: String) throws(StageFailure) -> String {
        if let path = path(of: name) { return path }
        let remedy = name.hasPrefix("saybus") ? "build it with: swift build --product \(name)" : "give its path"
        throw StageFailure(.unavailable, "there is no program \(name) in \(directory), nor in PATH; \(remedy)")
    }

    /// Returns the path of the example app, either in the package from which the running program was built or in its
    /// installation.
    public func exampleApp() throws(StageFailure) -> String {
        var folder = directory
        while folder.count > 1 {
            for place in ["deploy/examples/kitchen.yaml", "share/saybus/examples/kitchen.yaml"] {
                let path = "\(folder)/\(place)"
                if access(path, R_OK) == 0 { return path }
            }
            folder = (folder as NSString).deletingLastPathComponent
        }
        throw StageFailure(
            .noInput, "the example app was not found in \(directory) or a folder above; give an app with --app FILE")
    }
}
