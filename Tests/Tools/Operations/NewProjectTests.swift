import Foundation
import SaybusStage
import SaybusTesting
import Testing

@testable import SaybusOperations

@Suite("saybus new", .timeLimit(.minutes(2)))
struct NewProjectTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Runs a shell command in the folder, with Saybus's programs in the path.
    private func shell(_ command: String) async throws -> (code: Int32, report: String) {
        let programs = ProgramUnderTest.directory
        let project = PackageFolder.containing().path
        let program = try ProgramUnderTest(
            "/bin/bash", ["-c", "cd '\(folder.path)' && \(command)"],
            environment: [
                "PATH": programs + ":/usr/local/bin:/usr/bin:/bin", "PYTHONPATH": project + "/deploy/python",
                "PYTHON": ProcessInfo.processInfo.environment["SAYBUS_PYTHON"] ?? "python3",
            ])
        let code = try await program.exitCode(within: .seconds(100))
        return (code, program.report)
    }

    @Test("an app in YAML runs, and its own test passes")
    func yaml() async throws {
        let made = try await shell("saybus new app lamp")
        #expect(made.code == 0 && made.report.contains("lamp/lamp.yaml"), "\(made.report)")
        let tested = try await shell("lamp/test")
        #expect(tested.code == 0 && tested.report.contains("passed"), "\(tested.report)")
        // A wrong answer fails the test.
        let broken = try await shell("sed -i 's/Hello {somebody}/Hi {somebody}/' lamp/lamp.yaml && lamp/test")
        #expect(broken.code == 1 && broken.report.contains("expected \"Hello anna!\""), "\(broken.report)")
        // So does a sentence that is not understood, and the test says so.
        let unknown = try await shell("sed -i 's/expect \"say hello/expect \"shout hello/' lamp/test && lamp/test")
        #expect(unknown.code == 1 && unknown.report.contains("not understood"), "\(unknown.report)")
        let again = try await shell("saybus new app lamp")
        #expect(again.code == 1 && again.report.contains("lamp exists already"), "\(again.report)")
    }

    @Test(
        "an app and a stage in Python answer as their roles demand",
        .enabled(if: ProcessInfo.processInfo.environment["SAYBUS_PYTHON"] != nil), arguments: ["app", "stage"])
    func python(kind: String) async throws {
        let made = try await shell("saybus new \(kind) thing --python && cat thing/requirements.txt")
        #expect(made.code == 0 && made.report.contains("/deploy/python"), "\(made.report)")
        let tested = try await shell("thing/test --check answer --check garbage --check envelope --check drain")
        #expect(tested.code == 0 && tested.report.contains("4 passed"), "\(tested.report)")
    }

    @Test("a skill in Python has the dialogs of its script, and no warnings", arguments: ["good-day", "greeter"])
    func skill(name: String) async throws {
        let tested = try await shell("saybus new skill \(name) && \(name)/test")
        #expect(tested.code == 0 && tested.report.contains("0 warnings"), "\(tested.report)")
    }

    @Test("projects in Swift begin with examples that are compiled here")
    func swift() throws {
        let examples = PackageFolder.containing().appending(path: "Sources/Examples")
        for (text, file) in [
            (ProjectTemplate.app, "HelloApp/HelloApp.swift"),
            (ProjectTemplate.stage, "SmallestStage/SmallestStage.swift"),
            (ProjectTemplate.skill, "HelloSingle/HelloSingle.swift"), (ProjectTemplate.model, "HelloSkill/en-US.json"),
        ] {
            #expect(text == (try String(contentsOf: examples.appending(path: file), encoding: .utf8)), "\(file)")
        }
        let test = PackageFolder.containing().appending(path: "Tests/Programs/Examples/HelloAppTests.swift")
        #expect(ProjectTemplate.appTest("example-hello-app") == (try String(contentsOf: test, encoding: .utf8)))
        let skill = ProjectTemplate.skillTest("example-hello-single")
            .replacing("open example hello single", with: "open hello world")
        for (test, first, file) in [
            (ProjectTemplate.stageTest("smallest-stage"), "let program", "Conformance/PageTests.swift"),
            (skill, "let skill", "Examples/HelloSingleTests.swift"),
        ] {
            let body = Self.lines(test).drop { !$0.hasPrefix(first) }
            let path = PackageFolder.containing().appending(path: "Tests/Programs/\(file)")
            let compiled = Self.lines(try String(contentsOf: path, encoding: .utf8))
            let text = compiled.joined(separator: "\n")
            #expect(body.count > 3 && text.contains(body.joined(separator: "\n")), "\(file)")
        }
        let manifest = try String(
            contentsOf: PackageFolder.containing().appending(path: "Package.swift"), encoding: .utf8)
        for kind in NewProject.Kind.allCases {
            let template = try #require(ProjectTemplate(kind, .swift, name: "thing", source: .folder("/saybus")))
            let own = template.files.map(\.text).joined()
            for other in ["smallest-stage", "hello-app", "hello-world", "\"invocationName\": \"hello world\""] {
                #expect(!own.contains(other))
            }
            let package = try #require(template.files.first { $0.path == "Package.swift" }).text
            #expect(package.contains(".package(name: \"saybus\", path: \"/saybus\")"))
            for product in package.matches(of: /product\(name: "(\w+)"/) {
                #expect(manifest.contains(".library(name: \"\(product.1)\""))
            }
        }
    }

    @Test("an app in Swift has the name of its project")
    func appName() throws {
        let template = try #require(ProjectTemplate(.app, .swift, name: "egg-timer", source: .folder("/saybus")))
        let program = try #require(template.files.first { $0.path == "Sources/Main.swift" }).text
        #expect(program.contains("static let name = \"egg-timer\""))
    }

    @Test("a project in Swift depends on the source that --saybus names, and is refused when there is none")
    func source() throws {
        let project = PackageFolder.containing().path
        let installed = ProgramFinder(executable: "/usr/bin/saybus", environment: [:])
        let refusal = #expect(throws: StageFailure.self) {
            try NewProject(.app, .swift, name: "thing", finder: installed)
        }
        #expect(refusal?.code == .usage && refusal?.reason.contains("--saybus") == true)
        let wrong = #expect(throws: StageFailure.self) {
            try NewProject(.app, .swift, name: "thing", saybus: folder.path, finder: installed)
        }
        #expect(wrong?.code == .usage && wrong?.reason.contains(folder.path) == true)
        for (source, dependency, package) in [
            (project, ".package(name: \"saybus\", path: \"\(project)\")", "saybus"),
            ("\(project)/", ".package(name: \"saybus\", path: \"\(project)\")", "saybus"),
            (
                "https://example.org/voice/Saybus-fork.git",
                ".package(url: \"https://example.org/voice/Saybus-fork.git\", from: \"\(ProjectVersion.current)\")",
                "saybus-fork"
            ),
        ] {
            let place = try PackageSource(source)
            let template = try #require(ProjectTemplate(.app, .swift, name: "thing", source: place))
            let manifest = try #require(template.files.first { $0.path == "Package.swift" }).text
            #expect(manifest.contains("dependencies: [\(dependency)]"), "\(manifest)")
            #expect(manifest.contains("name: \"SaybusConversation\", package: \"\(package)\")"), "\(manifest)")
        }
        let python = try #require(
            ProjectTemplate(.app, .python, name: "thing", source: .repository("https://example.org/saybus")))
        let requirements = try #require(python.files.first { $0.path == "requirements.txt" }).text
        #expect(requirements == "saybus @ git+https://example.org/saybus#subdirectory=deploy/python\n")
        // Without the source, the file of a Python project says what is missing.
        _ = try NewProject(.app, .python, name: "thing", finder: installed)
    }

    /// Returns the lines without indentation.
    private static func lines(_ text: String) -> [String] {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    }

    @Test("a name that is none, and a language in which there is no such project, are bad usage")
    func refused() async throws {
        for arguments in [
            "new app Lamp", "new app ../x", "new stage x --yaml", "new skill x --yaml", "new robot x",
            "new app json --python", "new app x --swift --saybus /nowhere",
        ] {
            let made = try await shell("saybus \(arguments)")
            #expect(made.code == 64, "\(arguments): \(made.report)")
        }
    }
}
