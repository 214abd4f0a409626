/// The files of a new project.
struct ProjectTemplate: Sendable {
    /// A file to be written into the project's folder.
    struct File: Sendable, Equatable {
        /// The path in the project's folder.
        let path: String
        let text: String
        /// Whether it is a program.
        var isExecutable = false
    }

    /// The files of the project and of its test.
    let files: [File]
    /// The command that tries the project, for its reader.
    let hint: String

    /// Creates the files of a project.
    /// - Parameters:
    ///   - name: The project's name.
    ///   - source: Saybus's own package, on which Swift and Python projects depend; nil when unknown.
    /// - Returns: Nil when there is no such project in the language, or a project in Swift has no package to depend on.
    init?(_ kind: NewProject.Kind, _ language: NewProject.Language, name: String, source: PackageSource?) {
        let template: ProjectTemplate? =
            switch (kind, language) {
            case (.app, .yaml): .yamlApp(name)
            case (.app, .python): .pythonApp(name, source)
            case (.stage, .python): .pythonStage(name, source)
            case (.skill, .python): .pythonSkill(name)
            case (_, .swift): source.map { ProjectTemplate.swift(kind, name, $0) }
            case (.stage, .yaml), (.skill, .yaml): nil
            }
        guard let template else { return nil }
        self = template
    }

    init(files: [File], hint: String) { (self.files, self.hint) = (files, hint) }

    /// Returns a project's name as words, by which a skill is opened: at least two, as Alexa wants.
    static func spoken(_ name: String) -> String {
        let words = name.split { !$0.isLetter }
        return (words.count < 2 ? ["my"] + words : words).joined(separator: " ")
    }

    /// Returns a file of `Templates` with a project's name for `@NAME@`, and its words for `@INVOCATION@`.
    static func embedded(_ file: [UInt8], _ name: String) -> String {
        String(decoding: file, as: UTF8.self)
            .replacing("@NAME@", with: name).replacing("@INVOCATION@", with: spoken(name))
    }

    /// The beginning of each test script.
    static let script = """
        #!/usr/bin/env bash
        # Tests the project with Saybus's programs, which must be in the PATH.
        set -euo pipefail
        cd -- "$(dirname -- "${BASH_SOURCE[0]}")"

        """
}
