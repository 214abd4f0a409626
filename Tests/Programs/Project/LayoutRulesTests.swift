import Testing

@Suite("The layout rules, on invented manifests")
struct LayoutRulesTests {
    private func target(_ name: String, _ path: String?, type: String = "regular", _ dependencies: [String] = [])
        -> Manifest.Target
    {
        Manifest.Target(
            name: name, type: type, path: path, dependencies: dependencies.map { Manifest.Dependency(name: $0) })
    }

    @Test("a dependency on a later group is refused, and one on an earlier group is not")
    func edges() {
        let bus = target("SaybusBus", "Sources/Core/Bus")
        let sound = target("SaybusSound", "Sources/Audio/Sound", ["SaybusBus", "Logging"])
        #expect(LayoutRules(manifest: Manifest(targets: [bus, sound])).wrongEdges().isEmpty)
        let upward = target("SaybusBus", "Sources/Core/Bus", ["SaybusSound"])
        let breaches = LayoutRules(manifest: Manifest(targets: [upward, sound])).wrongEdges()
        #expect(breaches == ["SaybusBus in Core depends on SaybusSound in Audio"])
        let onTests = target("SaybusBus", "Sources/Core/Bus", ["SaybusExpectations"])
        let shared = target("SaybusExpectations", "Tests/Support/Expectations")
        #expect(LayoutRules(manifest: Manifest(targets: [onTests, shared])).wrongEdges().count == 1)
    }

    @Test("a stage depends on no other stage, and an example on no program")
    func neighbours() {
        let targets = [
            target("SaybusListening", "Sources/Stages/Listening", ["SaybusTranscription"]),
            target("SaybusTranscription", "Sources/Stages/Transcription"),
            target("saybus-hello", "Sources/Examples/Hello", type: "executable", ["saybus-tap"]),
            target("saybus-tap", "Sources/Programs/saybus-tap", type: "executable"),
        ]
        #expect(LayoutRules(manifest: Manifest(targets: targets)).wrongEdges().count == 2)
    }

    @Test("a name without the prefix, and a folder that does not fit the name, are refused")
    func names() {
        let good = [
            target("SaybusBus", "Sources/Core/Bus"), target("Saybus", "Sources/Core/Saybus"),
            target("CSaybusZeroMQ", "Sources/System/CZeroMQ", type: "system"),
            target("CSaybusLinux", "Sources/System/CLinux"),
            target("saybus-tap", "Sources/Programs/saybus-tap", type: "executable"),
            target("SaybusBusTests", "Tests/Core/Bus", type: "test"),
            target("SaybusExpectations", "Tests/Support/Expectations"),
        ]
        #expect(LayoutRules(manifest: Manifest(targets: good)).wrongNames().isEmpty)
        let bad = [
            target("Bus", "Sources/Core/Bus"), target("CZeroMQ", "Sources/System/CZeroMQ", type: "system"),
            target("tap", "Sources/Programs/saybus-tap", type: "executable"),
            target("SaybusBus", "Sources/Core/Stage"), target("SaybusHTTP", "Sources/HTTP"), target("SaybusA", nil),
            target("SaybusBusTests", "Sources/Core/Bus", type: "test"),
        ]
        #expect(LayoutRules(manifest: Manifest(targets: bad)).wrongNames().count == bad.count)
    }

    @Test("two names that differ in case only are refused")
    func similarNames() {
        let targets = [target("Saybus", nil), target("saybus", nil), target("saybus-tap", nil)]
        #expect(
            LayoutRules(manifest: Manifest(targets: targets)).similarNames() == [
                "Saybus and saybus differ in case only"
            ])
    }

    @Test("imports and declarations are found in sources")
    func sources() {
        let source = """
            @_exported import SaybusBus
            import struct SaybusMessages.Header
            @preconcurrency @testable import SaybusStage
            package import Logging
            // import SaybusSound
            public final class Saybus {}
            let text = "struct Wrong"
            """
        #expect(LayoutRules.imports(of: source) == ["SaybusBus", "SaybusMessages", "SaybusStage", "Logging"])
        #expect(LayoutRules.declares("Saybus", in: source))
        #expect(!LayoutRules.declares("Wrong", in: source))
    }

    @Test("an import of a module that is no dependency is refused")
    func undeclared() {
        let bus = target("SaybusBus", "Sources/Core/Bus", ["SaybusMessages"])
        let rules = LayoutRules(
            manifest: Manifest(targets: [
                bus, target("SaybusMessages", "Sources/Core/Messages"), target("SaybusStage", nil),
            ]))
        #expect(rules.undeclared(["SaybusMessages", "Foundation"], in: bus).isEmpty)
        #expect(
            rules.undeclared(["SaybusStage"], in: bus) == ["SaybusBus imports SaybusStage, on which it does not depend"]
        )
    }
}
