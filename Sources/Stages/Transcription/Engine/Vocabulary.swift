public import SaybusMessages

/// What to listen for.
public struct Vocabulary: Sendable, Equatable {
    /// The apps' commands.
    public var catalogs: [Catalog]
    /// Patterns that may be said besides, such as the answers to a question just asked.
    public var phrases: [String]

    /// Anything: free dictation.
    public static let dictation = Vocabulary()

    /// A vocabulary; where commands can be said makes no difference to it.
    public init(catalogs: [Catalog] = [], phrases: [String] = []) {
        (self.catalogs, self.phrases) = (catalogs.map(\.unscoped), phrases)
    }

    /// The catalogs' revisions, sorted and joined by `+`; nil without catalogs.
    public var revision: String? {
        catalogs.isEmpty ? nil : catalogs.map(\.revision).sorted().joined(separator: "+")
    }

    /// Whether there is nothing to listen for, so that anything may be said.
    public var isDictation: Bool {
        phrases.isEmpty
            && catalogs.allSatisfy { catalog in
                catalog.commands.allSatisfy { command in
                    command.patterns.isEmpty && (command.groups ?? []).allSatisfy(\.patterns.isEmpty)
                }
            }
    }
}
