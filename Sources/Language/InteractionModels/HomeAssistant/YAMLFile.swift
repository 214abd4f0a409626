import SaybusYAML
import Yams

/// A YAML file of Home Assistant. Each value has its line.
struct YAMLFile {
    let root: Node

    init(_ path: String) throws(InteractionModelError) {
        let text = try InteractionModelFiles.text(path)
        do {
            root = try Yams.compose(yaml: text) ?? Node([:])
        } catch let error as YamlError {
            let (place, reason) = YAMLProblem.words(error, in: Array(text.utf8))
            throw InteractionModelError(.syntax, file: path, line: place?.line, reason)
        } catch {
            throw InteractionModelError(.syntax, file: path, "is not YAML: \(error)")
        }
    }
}

extension Node {
    /// Returns a member of a mapping; nil when it is missing or null.
    func member(_ name: String) -> Node? {
        guard let node = mapping?[Node(name)], node.null == nil || node.scalar?.style != .plain else { return nil }
        return node
    }

    /// The members of a mapping with their names, in the order of the file.
    var members: [(name: String, node: Node)] {
        (mapping.map(Array.init) ?? []).compactMap { key, value in key.scalar.map { ($0.string, value) } }
    }

    /// The items of a list; a scalar counts as a list of one.
    var items: [Node] { sequence.map(Array.init) ?? (scalar != nil ? [self] : []) }

    /// The text of a scalar before YAML gives it a type: `on` stays `on`. Nil for lists and mappings.
    var written: String? { scalar?.string }

    /// The line in the file, from 1.
    var line: Int? { mark?.line }
}
