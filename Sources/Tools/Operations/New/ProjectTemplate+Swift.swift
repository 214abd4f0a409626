extension ProjectTemplate {
    /// A package in Swift that depends on Saybus, and a test that runs its program on a bus of its own.
    static func swift(_ kind: NewProject.Kind, _ name: String, _ checkout: String?) -> ProjectTemplate {
        let (product, source) =
            switch kind {
            case .app: ("SaybusConversation", app)
            case .stage: ("Saybus", stage.replacing("smallest-stage", with: name))
            case .skill: ("SaybusSkills", skill.replacing("\"hello-world\"", with: "\"\(name)\""))
            }
        let dependency =
            checkout.map { ".package(name: \"saybus\", path: \"\($0)\")" }
            ?? ".package(url: \"https://…/saybus\", from: \"0.1.0\")"
        let package = """
            // swift-tools-version: 6.1
            import PackageDescription

            let package = Package(
                name: "\(name)",
                dependencies: [\(dependency)],
                targets: [
                    .executableTarget(
                        name: "\(name)", dependencies: [.product(name: "\(product)", package: "saybus")], path: "Sources"),
                    .testTarget(
                        name: "ProjectTests",
                        dependencies: ["\(name)", .product(name: "SaybusTesting", package: "saybus")], path: "Tests"),
                ],
                swiftLanguageModes: [.v6]
            )

            """
        let test = kind == .app ? appTest(name) : conformanceTest(kind, name)
        var files = [
            File(path: "Package.swift", text: package), File(path: "Sources/Main.swift", text: source),
            File(path: "Tests/ProjectTests.swift", text: test),
            File(
                path: "README.md",
                text: "# \(name)\n\nFor Saybus, in Swift. The first build compiles Saybus as well, in about ten "
                    + "minutes on two cores.\n\n```sh\nswift test\n\(usage(kind, name))\n```\n"),
        ]
        if kind == .skill {
            let model = model.replacing(
                "\"invocationName\": \"hello world\"", with: "\"invocationName\": \"\(spoken(name))\"")
            files.append(File(path: "en-US.json", text: model))
        }
        return ProjectTemplate(files: files, hint: "swift test --package-path \(name)")
    }

    /// The commands that run the program.
    private static func usage(_ kind: NewProject.Kind, _ name: String) -> String {
        switch kind {
        case .app: "saybus up --app .build/debug/\(name)     # then: saybus ask \"good morning\""
        case .stage: "saybus up --without intent &\nswift run \(name)"
        case .skill:
            "saybus up --no-app &\nswift run \(name) --model en-US.json     # then: saybus ask \"open \(spoken(name))\""
        }
    }

    /// A test that speaks to the app: that of the example in `Tests/Programs/Examples`.
    static func appTest(_ name: String) -> String {
        """
        import SaybusTesting
        import Testing

        @Test("a greeting is answered, and other words are not understood")
        func greets() async throws {
            let app = try await AppUnderTest("\(name)")
            try await app.say("good morning").expect("Hello! What a good day.", command: "SayHello")
            try await app.say("sing a song").expect(outcome: .notUnderstood)
            #expect(try await app.stop() == 0)
        }

        """
    }

    /// A test that the program follows the protocol of its role: those in `Tests/Programs/Conformance`, which are
    /// compiled.
    static func conformanceTest(_ kind: NewProject.Kind, _ name: String) -> String {
        let role = kind == .stage ? "intent" : "dispatch"
        let model = """
                let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                let model = folder.appending(path: "en-US.json").path

            """
        let arguments = kind == .skill ? ", \"--model\", model" : ""
        return """
            import Foundation
            import SaybusConformance
            import SaybusTesting
            import Testing

            @Test("the program follows the protocol of its role")
            func conforms() async throws {
            \(kind == .skill ? model : "")    let program = ProgramUnderTest.path(of: "\(name)")
                let results = try await ConformanceKit(role: .\(role), command: [program\(arguments)]).run()
                for result in results { #expect(result.outcome != .failed, "\\(result.title): \\(result.detail ?? "")") }
            }

            """
    }

    // The texts are those of examples, which are compiled and tested here: Templates has links to their files.

    /// `Sources/Examples/HelloApp`
    static let app = String(decoding: PackageResources.App_txt, as: UTF8.self)
    /// `Sources/Examples/SmallestStage`
    static let stage = String(decoding: PackageResources.Stage_txt, as: UTF8.self)
    /// `Sources/Examples/HelloSingle`
    static let skill = String(decoding: PackageResources.Skill_txt, as: UTF8.self)
    /// `Sources/Examples/HelloSkill/en-US.json`
    static let model = String(decoding: PackageResources.Model_txt, as: UTF8.self)
}
