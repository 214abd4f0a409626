import Foundation

/// The models and libraries that `saybus models` can fetch.
public struct ModelManifest: Sendable, Codable, Equatable {
    /// The entries, in the order in which they are listed.
    public var models: [ModelEntry]

    /// The largest manifest that is read, in bytes.
    static let maximumBytes = 1 << 20

    /// The manifest of this version of the project, for this machine's architecture.
    public static let bundled = (try? ModelManifest(json: Data(PackageResources.models_json))) ?? ModelManifest([])

    /// Creates a manifest; entries for other architectures are left out.
    public init(_ models: [ModelEntry]) {
        self.models = models.filter { $0.architecture == nil || $0.architecture == Self.architecture }
    }

    /// Reads a manifest.
    /// - Throws: ``ModelError`` with code `manifest`.
    public init(json: Data) throws(ModelError) {
        guard json.count <= Self.maximumBytes else { throw ModelError(.manifest, "the list of models is too large") }
        do {
            self.init(try JSONDecoder().decode(ModelManifest.self, from: json).models)
        } catch {
            throw ModelError(.manifest, "the list of models cannot be read: \(error)")
        }
        for entry in models {
            if let problem = entry.problem {
                throw ModelError(.manifest, "the list of models cannot be used: \(entry.name) \(problem)")
            }
        }
    }

    /// Returns an entry by its name.
    /// - Throws: ``ModelError`` with code `unknown`, which lists the names.
    public func entry(_ name: String) throws(ModelError) -> ModelEntry {
        guard let entry = models.first(where: { $0.name == name }) else {
            throw ModelError(
                .unknown, "there is no model \(name): the names are \(models.map(\.name).joined(separator: ", "))")
        }
        return entry
    }

    /// This machine's architecture, as `uname -m` writes it.
    static var architecture: String {
        #if arch(x86_64)
            "x86_64"
        #elseif arch(arm64)
            "aarch64"
        #else
            "other"
        #endif
    }
}
