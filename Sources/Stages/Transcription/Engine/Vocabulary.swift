public import SaybusMessages

/// The commands and phrases that a recognizer listens for.
public struct Vocabulary: Sendable, Equatable {
    /// The apps' commands.
    var catalogs: [Catalog]
    /// Additional patterns, such as the answers to a question just asked.
    public var phrases: [String]

    /// An empty vocabulary: free dictation.
    public static let dictation = Vocabulary()

    /// Creates a vocabulary; the scopes of the catalogs are ignored.
    public init(catalogs: [Catalog] = [], phrases: [String] = []) {
        (self.catalogs, self.phrases) = (catalogs.map(\.unscoped), phrases)
    }

    /// The catalogs' revisions, sorted and joined by `+`; nil without catalogs.
    var revision: String? {
        catalogs.isEmpty ? nil : catalogs.map(\.revision).sorted().joined(separator: "+")
    }

    /// Whether there are no patterns, so that any words may be said.
    var isDictation: Bool {
        phrases.isEmpty
            && catalogs.allSatisfy { catalog in
                catalog.commands.allSatisfy { command in
                    command.patterns.isEmpty && command.phrases?.isEmpty != false
                        && (command.groups ?? []).allSatisfy(\.patterns.isEmpty)
                }
            }
    }
}
