import Foundation
import SaybusStage

/// The place of Saybus's own package, on which projects in Swift and Python depend.
enum PackageSource: Sendable, Equatable {
    /// A folder on this machine, as an absolute path.
    case folder(String)
    /// A Git repository.
    case repository(String)

    /// Reads what `--saybus` names.
    /// - Throws: ``StageFailure`` when a folder is not that of Saybus's source.
    init(_ text: String) throws(StageFailure) {
        // The text becomes a literal of Swift, and a line of requirements.txt.
        guard !text.contains(where: { $0 == "\"" || $0 == "\\" || $0.isNewline }) else {
            throw StageFailure(.usage, "--saybus takes no quotation mark, backslash or line break")
        }
        if text.contains("://") || text.wholeMatch(of: /[^\/]+@[^\/]+:.+/) != nil {
            self = .repository(text)
            return
        }
        let folder = URL(fileURLWithPath: (text as NSString).expandingTildeInPath).standardizedFileURL.path
        guard Self.isPackage(folder) else {
            throw StageFailure(
                .usage,
                "\(folder) is not the folder of Saybus's source: it has no Package.swift with Sources/Core/Saybus")
        }
        self = .folder(folder)
    }

    /// Finds the package from which a program was built: the nearest one above the program's folder. Nil for an
    /// installed program.
    init?(above directory: String) {
        var folder = URL(fileURLWithPath: directory)
        while folder.path != "/" {
            folder.deleteLastPathComponent()
            guard Self.isPackage(folder.path) else { continue }
            self = .folder(folder.path)
            return
        }
        return nil
    }

    private static func isPackage(_ folder: String) -> Bool {
        ["Package.swift", "Sources/Core/Saybus"].allSatisfy {
            FileManager.default.fileExists(atPath: "\(folder)/\($0)")
        }
    }

    /// The dependency in the manifest of a Swift package.
    var dependency: String {
        switch self {
        case .folder(let path): ".package(name: \"saybus\", path: \"\(path)\")"
        case .repository(let url): ".package(url: \"\(url)\", from: \"\(ProjectVersion.current)\")"
        }
    }

    /// The name by which the manifest's products refer to the package: SwiftPM takes that of a repository from its URL.
    var identity: String {
        guard case .repository(let url) = self else { return "saybus" }
        let last = url.split(whereSeparator: { $0 == "/" || $0 == ":" }).last.map(String.init) ?? url
        return (last.hasSuffix(".git") ? String(last.dropLast(4)) : last).lowercased()
    }

    /// The line in the `requirements.txt` of a Python project.
    var requirement: String {
        switch self {
        case .folder(let path): "\(path)/deploy/python"
        case .repository(let url): "saybus @ git+\(url)#subdirectory=deploy/python"
        }
    }
}
