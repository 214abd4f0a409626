// swift-tools-version: 6.1
import PackageDescription

// The groups of `Sources`, each with a README that says what lives there, in the order in which data flows:
//
//     System < Core < Language < Audio < Engines < Stages < Apps < Gateways < Testing < Tools < Programs, Examples
//
// A module depends on modules of its own group and of groups before it, never on one after it; a test reads this
// manifest and holds it to that.
//
// Module `SaybusX` lives in `Sources/<group>/X`, its tests in `Tests/<group>/X`. The lists of this file name modules by
// their folders: `X` is `SaybusX`, and `CX` is `CSaybusX`, the module of a C library.

/// Returns the dependencies on modules of this package, which are named by their folders.
func modules(_ folders: [String]) -> [Target.Dependency] {
    folders.map { folder in
        let isOfC = folder.first == "C" && folder.dropFirst().first?.isUppercase == true
        return .target(name: isOfC ? "CSaybus\(folder.dropFirst())" : "Saybus\(folder)")
    }
}

/// Returns the last folder of a path.
func lastComponent(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

// MARK: Packages of others

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let heap = Target.Dependency.product(name: "HeapModule", package: "swift-collections")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let lifecycle = Target.Dependency.product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
let metrics = ["CoreMetrics", "Metrics"].map { Target.Dependency.product(name: $0, package: "swift-metrics") }
let nioSockets = ["NIOCore", "NIOPosix"].map { Target.Dependency.product(name: $0, package: "swift-nio") }
let nioHTTP = nioSockets + [.product(name: "NIOHTTP1", package: "swift-nio")]
let nioWebSocket = nioHTTP + [.product(name: "NIOWebSocket", package: "swift-nio")]
let signals = Target.Dependency.product(name: "UnixSignals", package: "swift-service-lifecycle")
let subprocess = Target.Dependency.product(name: "Subprocess", package: "swift-subprocess")
let sqlite = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let tracing = ["Instrumentation", "Tracing"].map {
    Target.Dependency.product(name: $0, package: "swift-distributed-tracing")
}
let yaml = Target.Dependency.product(name: "Yams", package: "Yams")

let package = Package(
    name: "saybus",
    products: [
        .library(name: "Saybus", targets: ["Saybus"]),
        .library(name: "SaybusConversation", targets: ["SaybusConversation"]),
        .library(name: "SaybusSkills", targets: ["SaybusSkills", "SaybusSkillHosting"]),
        .library(name: "SaybusTesting", targets: ["SaybusTesting", "SaybusConformance"]),
        // Preloaded by SaybusTesting's `ShiftedClock`, so it is built beside the programs.
        .library(name: "SaybusShiftedClock", type: .dynamic, targets: ["CSaybusShiftedClock"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"),
    ],
    swiftLanguageModes: [.v6]
)

// MARK: System: C libraries, from Debian's -dev packages

/// Adds the module map of a C library: module `CSaybusX` in `Sources/System/CX`.
///
/// libzmq, KISS FFT and PortAudio go without pkg-config: theirs gives flags that SwiftPM refuses with a warning.
@MainActor func system(_ name: String, pkgConfig: String? = nil, debian: [String]) {
    package.targets.append(
        .systemLibrary(
            name: "CSaybus\(name)", path: "Sources/System/C\(name)", pkgConfig: pkgConfig, providers: [.apt(debian)]))
}

// Calls of Linux that Swift's module of the C library lacks.
package.targets.append(.target(name: "CSaybusLinux", path: "Sources/System/CLinux"))
// Wall clocks that differ from the machine's.
package.targets.append(.target(name: "CSaybusShiftedClock", path: "Sources/System/CShiftedClock"))
// Message sockets.
system("ZeroMQ", debian: ["libzmq3-dev"])
// WAV, FLAC and Ogg files.
system("SndFile", pkgConfig: "sndfile", debian: ["libsndfile1-dev"])
// Resampling and echo cancellation.
system("SpeexDSP", pkgConfig: "speexdsp", debian: ["libspeexdsp-dev"])
// Fourier transforms.
system("KissFFT", debian: ["libkissfft-dev"])
// Microphones and loudspeakers.
system("PortAudio", debian: ["portaudio19-dev"])
// Speech recognition.
system("PocketSphinx", pkgConfig: "pocketsphinx", debian: ["libpocketsphinx-dev", "pocketsphinx-en-us"])
// Archives.
system("Zlib", pkgConfig: "zlib", debian: ["zlib1g-dev"])
// XML, for SSML.
system("Expat", pkgConfig: "expat", debian: ["libexpat1-dev"])
// Encryption of ESPHome's native API; CURVE brings it anyway.
system("Sodium", pkgConfig: "libsodium", debian: ["libsodium-dev"])
// TLS for the console.
system("OpenSSL", pkgConfig: "openssl", debian: ["libssl-dev"])
// MQTT.
system("Mosquitto", pkgConfig: "libmosquitto", debian: ["libmosquitto-dev"])
// NATS.
system("NATS", debian: ["libnats-dev"])
// Speech synthesis.
system("EspeakNG", pkgConfig: "espeak-ng", debian: ["libespeak-ng-dev"])
// The types of C interfaces whose libraries are loaded at run time.
for name in ["Whisper", "TensorFlowLite", "Flite"] {
    package.targets.append(.systemLibrary(name: "CSaybus\(name)", path: "Sources/System/C\(name)"))
}

/// Adds a library: `Core/Bus` is module `SaybusBus` in `Sources/Core/Bus`.
/// - Parameters:
///   - path: The folder below `Sources`.
///   - ours: The modules of this package on which it depends.
///   - others: Further dependencies.
///   - resources: Files that become part of the module.
@MainActor func library(
    _ path: String, _ ours: [String] = [], _ others: [Target.Dependency] = [], resources: [Resource] = []
) {
    package.targets.append(
        .target(
            name: "Saybus\(lastComponent(of: path))", dependencies: modules(ours) + others, path: "Sources/\(path)",
            resources: resources))
}

// MARK: Core: what a message is, and how it travels

// Bounded caches and statistics, durations, hashes, repeatable random numbers, lines of logs, files that are read as a
// whole, executors, values that tasks wait on, waits for a descriptor that another thread ends.
library("Core/Support", ["CLinux"])
// Child processes: the only module that makes them.
library("Core/Processes", ["Support"], [subprocess])
// libzmq for Swift: context, one type per socket role, monitor, CURVE keys. Knows nothing of voice.
library("Core/ZeroMQ", ["CLinux", "CZeroMQ"])
// The wire: envelope, topics, every kind of message with its schema.
library("Core/Messages", ["Support"])
// Typed publish and subscribe with readiness, loss counters and tracked delivery.
library("Core/Bus", ["Messages", "Support", "ZeroMQ"], [heap, logging])
// The errors of YAML's parser, with their places and remedies.
library("Core/YAML", [], [yaml])
// Metrics in Prometheus' format over HTTP, traces to a collector of OpenTelemetry. Knows nothing of voice.
library("Core/Telemetry", [], nioHTTP + metrics + tracing)
// What every stage shares: options, lifecycle, heartbeats, metrics and traces, exit codes.
library(
    "Core/Stage", ["Bus", "Messages", "Support", "Telemetry", "CLinux"],
    [argumentParser, logging, lifecycle, signals] + metrics + tracing)
// The forwarder that all messages pass: stamps, retained values, access control.
library(
    "Core/Broker", ["Bus", "Messages", "Stage", "Support", "Telemetry", "YAML", "ZeroMQ"], [logging, signals, yaml])

// The umbrella: all that a stage's author needs with one import, and the pages about the whole.
package.targets.append(
    .target(
        name: "Saybus",
        dependencies: [
            "SaybusMessages", "SaybusBus", "SaybusStage", argumentParser, logging, lifecycle,
        ], path: "Sources/Core/Saybus"))

// MARK: Language: words, phrases, meanings

// The language of command patterns: templates, words, numbers in words.
library("Language/Phrases", ["Support"])
// Utterances matched with the patterns of all apps at once.
library("Language/PatternMatching", ["Messages", "Phrases", "Support"])
// Why an utterance matches no pattern: the nearest ones, and what differs.
library("Language/MatchDiagnosis", ["Messages", "PatternMatching", "Phrases"], [heap])
// Models of others, as catalogs: Alexa's interaction models, Home Assistant's sentences.
library("Language/InteractionModels", ["Messages", "PatternMatching", "Phrases", "Support", "YAML"], [yaml])
// Intents and slots learnt from sample utterances.
library("Language/StatisticalMatching", ["Support"])

// MARK: Audio: sound as numbers, files, devices

// PCM audio: files, resampling, devices, tones.
library("Audio/Sound", ["Support", "CPortAudio", "CSndFile", "CSpeexDSP"])
// Voicing detection and noise suppression.
library("Audio/SpeechSignal", ["CKissFFT"])

// MARK: Engines: libraries, programs and servers of others

// Shared libraries, loaded at run time.
library("Engines/DynamicLoading")
// libespeak-ng, shared by all in a process that speak or spell with it.
library("Engines/EspeakNG", ["Processes", "CEspeakNG"])
// libpocketsphinx: its acoustic model, pronunciations, keyword spotting.
library("Engines/PocketSphinx", ["EspeakNG", "Support", "CPocketSphinx"])
// libvosk, loaded at run time.
library("Engines/Vosk", ["DynamicLoading"])
// libflite, loaded at run time.
library("Engines/Flite", ["DynamicLoading", "CFlite"])
// Programs, HTTP servers and Wyoming servers: every wait with a deadline.
library("Engines/ExternalEngines", ["DynamicLoading", "Messages", "Processes", "Stage", "Support"], [logging])
// Models of others: where they are installed, and from where they can be had.
library(
    "Engines/ModelStore", ["ExternalEngines", "Processes", "Support", "CZlib"],
    resources: [.embedInCode("models.json"), .embedInCode("ct2_to_ggml.py")])
// libwhisper, loaded at run time.
library("Engines/Whisper", ["DynamicLoading", "ModelStore", "CWhisper"])
// microWakeWord's models on TensorFlow Lite, which is loaded at run time.
library("Engines/MicroWakeWord", ["DynamicLoading", "ModelStore", "Support", "CTensorFlowLite"])
// ONNX Runtime, which runs neural networks, loaded at run time.
library("Engines/ONNXRuntime", ["DynamicLoading", "ModelStore"])
// Piper's voices, on ONNX Runtime, with the pronunciations of libespeak-ng.
library("Engines/Piper", ["EspeakNG", "ModelStore", "ONNXRuntime", "Support"])

// MARK: Stages: one library per program, in the order of the data

// Audio in: sources, endpointing, wake word, echo, turns.
library(
    "Stages/Listening",
    [
        "Bus", "ExternalEngines", "Messages", "MicroWakeWord", "ModelStore", "PocketSphinx", "Sound", "SpeechSignal",
        "Stage", "Support", "CSpeexDSP",
    ], [argumentParser, logging, lifecycle], resources: [.embedInCode("Wake/Trained/Words/alexa.json")])
// Speech to text: recognizers, grammars from the catalog.
library(
    "Stages/Transcription",
    [
        "Bus", "ExternalEngines", "Messages", "ModelStore", "PatternMatching", "Phrases", "PocketSphinx",
        "SpeechSignal", "Stage", "Support", "Vosk", "Whisper",
    ], [argumentParser, logging, lifecycle])
// Text to intents with typed parameters.
library(
    "Stages/IntentRecognition",
    [
        "Bus", "ExternalEngines", "InteractionModels", "Messages", "PatternMatching", "Phrases", "Stage",
        "StatisticalMatching", "Support",
    ], [logging, lifecycle])
// Intents to commands: the one runtime for turns, whatever an app's model. Journal, playback, catalog, remote apps.
library("Stages/Dispatch", ["Bus", "Messages", "Phrases", "Stage", "Support"], [logging, lifecycle] + tracing)
// Audio sequences to sound: synthesis, tones, sinks.
library(
    "Stages/AudioOutput",
    [
        "Bus", "EspeakNG", "ExternalEngines", "Flite", "Messages", "ModelStore", "ONNXRuntime", "Phrases", "Piper",
        "Sound", "Stage", "Support", "CExpat",
    ], [logging, lifecycle])

// MARK: Apps: what authors write with

// SayKit's model: command recognizers, voice requests, conversation topics, audio events and tracks.
library(
    "Apps/Conversation", ["Bus", "Dispatch", "Messages", "PatternMatching", "Phrases", "Stage", "Support"],
    [argumentParser, logging])
// Apps as YAML files: commands, questions and topics with actions; programs and web requests.
library(
    "Apps/AppFiles",
    [
        "Bus", "Conversation", "Dispatch", "ExternalEngines", "Messages", "PatternMatching", "Phrases", "Processes",
        "Sound", "Stage", "Support", "YAML",
    ], [logging, sqlite, yaml])
// Alexa's model: request and response envelopes, handlers, session and persistent attributes.
library("Apps/Skills", ["Messages", "Support"], [sqlite])
// The settings of a device for skills, over HTTP, as Alexa's settings service.
library("Apps/SkillSettings", [], nioHTTP)
// Skills in conversations: sessions, dialogs by the interaction model, skills behind HTTP and in programs.
library(
    "Apps/SkillHosting",
    [
        "Bus", "Conversation", "Dispatch", "ExternalEngines", "InteractionModels", "Messages", "PatternMatching",
        "Phrases", "Skills", "SkillSettings", "Stage", "Support", "YAML", "CExpat",
    ], [argumentParser, logging, yaml])

// MARK: Gateways: between the bus and the protocols of others

// A room's listener and loudspeaker as a satellite of Home Assistant, whatever the protocol.
library("Gateways/VoiceSatellite", ["Bus", "ExternalEngines", "Messages", "Stage", "Support"], [logging, lifecycle])
// Speech, voices, wake words and apps for peers of the Wyoming protocol; its satellites.
library(
    "Gateways/WyomingServer",
    [
        "AudioOutput", "Bus", "ExternalEngines", "Listening", "Messages", "PatternMatching", "Processes", "Sound",
        "Stage", "Support", "Transcription", "VoiceSatellite",
    ], [logging, lifecycle])
// The bus on an MQTT broker: topics, Home Assistant's discovery, the Hermes protocol.
library(
    "Gateways/MQTT", ["Bus", "Messages", "PatternMatching", "Stage", "Support", "ZeroMQ", "CMosquitto"],
    [logging, lifecycle])
// Sites linked over NATS: recognizers of one site take the turns of others.
library("Gateways/Link", ["Bus", "Messages", "Stage", "Support", "CNATS"], [logging, lifecycle])
// A voice satellite of Home Assistant, in ESPHome's native API.
library(
    "Gateways/ESPHome",
    ["Bus", "ExternalEngines", "Messages", "Stage", "Support", "Telemetry", "VoiceSatellite", "CSodium"],
    nioSockets + [logging])
// Home Assistant as an app: its sentences and names as a catalog, its services as commands.
library(
    "Gateways/HomeAssistant",
    ["Bus", "ExternalEngines", "InteractionModels", "Messages", "Phrases", "Stage", "Support"], [logging, lifecycle])

// MARK: Testing: for tests of others, too

// Checks whether any program behaves as a stage must; `saybus conform` runs the checks.
library("Testing/Conformance", ["Broker", "Bus", "Messages", "Processes", "Support", "ZeroMQ"], [logging])
// A bus in a test, a program as a process, unique endpoints, doubles of stages.
library(
    "Testing/Testing", ["Broker", "Bus", "Messages", "PatternMatching", "Phrases", "Processes", "Support"], [logging])

// MARK: Tools: watching, operating, measuring

// Watching the bus, recording and replaying it.
library(
    "Tools/Tap", ["Bus", "Messages", "Sound", "Stage", "Support", "Telemetry", "Terminal"],
    [argumentParser, sqlite, logging, signals])
// Styles, tables, lines and keys for people at a terminal.
library("Tools/Terminal", ["Messages", "Stage", "Support"])
// Starting, supervising, asking and diagnosing a pipeline.
library(
    "Tools/Operations",
    [
        "AppFiles", "Broker", "Bus", "Conformance", "Conversation", "Dispatch", "DynamicLoading", "ExternalEngines",
        "InteractionModels", "Listening", "Messages", "MicroWakeWord", "ModelStore", "PatternMatching", "Phrases",
        "Processes", "SkillHosting", "Skills", "Sound", "Stage", "Support", "Telemetry", "Terminal", "Transcription",
    ], [logging],
    resources: [
        "App.py", "App.txt", "App.yaml", "AppTest.sh", "Model.txt", "Skill.py", "Skill.txt", "Skill.yaml",
        "SkillDialogs.yaml", "SkillModel.json", "Stage.py", "Stage.txt",
    ].map { .embedInCode("New/Templates/\($0)") })
// A page in the browser: to talk, with its microphone and loudspeaker, and to watch the bus.
library(
    "Tools/Console",
    [
        "AppFiles", "AudioOutput", "Bus", "Dispatch", "Listening", "MatchDiagnosis", "Messages", "PatternMatching",
        "Phrases", "Processes", "Stage", "Support", "Tap", "Telemetry", "COpenSSL",
    ], nioWebSocket + [lifecycle, logging],
    resources: [
        "icon.svg", "index.html", "style.css", "appfile.js", "connection.js", "conversation.js", "deliveries.js",
        "elements.js", "graph.js", "loudspeaker.js", "main.js", "menu.js", "microphone.js", "microphone-worklet.js",
        "phrases.js", "presses.js", "questions.js", "recordings.js", "sound.js", "stages.js", "storage.js", "talk.js",
        "thresholds.js", "try.js", "turns.js", "watch.js", "words.js",
    ].map { .embedInCode("Pages/\($0)") })
// Pipelines in files: bus, stages with all their options, apps, machines.
library(
    "Tools/PipelineFiles",
    [
        "AppFiles", "Broker", "Bus", "Messages", "Operations", "Phrases", "Processes", "SkillHosting", "Stage",
        "Support", "Telemetry", "YAML",
    ], [yaml, logging])
// Judging recognizers, endpointing, wake words and echo cancellation by labelled recordings and utterances.
library(
    "Tools/Evaluation",
    [
        "AppFiles", "Conversation", "EspeakNG", "ExternalEngines", "IntentRecognition", "InteractionModels",
        "Listening", "Messages", "PatternMatching", "Phrases", "Processes", "Sound", "Stage", "StatisticalMatching",
        "Support", "Terminal", "Transcription",
    ])
// Decoders of untrusted input, with what must hold for every input, and mutations of inputs.
library(
    "Tools/Fuzzing",
    [
        "AppFiles", "AudioOutput", "Broker", "Bus", "ExternalEngines", "InteractionModels", "Messages",
        "PatternMatching", "SkillHosting", "Skills", "Sound", "Stage", "Support", "Tap",
    ])
// Benchmarks, each beside the library or program that it builds on.
library(
    "Tools/Benchmarks",
    [
        "AudioOutput", "Bus", "Conversation", "ExternalEngines", "Fuzzing", "IntentRecognition", "Listening",
        "Messages", "ModelStore", "PocketSphinx", "Processes", "SkillHosting", "Skills", "Sound", "SpeechSignal",
        "Stage", "StatisticalMatching", "Support", "Testing", "Transcription", "Whisper", "ZeroMQ", "CSpeexDSP",
        "CZeroMQ",
    ], [argumentParser, logging])

// MARK: Programs: options only

/// Adds a program: `Sources/Programs/NAME`. Its target has the same name, unless another one is given.
@MainActor func program(
    _ name: String, target: String? = nil, _ ours: [String], _ others: [Target.Dependency] = []
) {
    package.products.append(.executable(name: name, targets: [target ?? name]))
    package.targets.append(
        .executableTarget(
            name: target ?? name,
            dependencies: modules(ours + ["Stage"]) + [argumentParser] + others,
            path: "Sources/Programs/\(name)"))
}

program("saybus-broker", ["Broker"], [logging])
program("saybus-listen", ["ExternalEngines", "Listening", "Messages", "Phrases"])
program("saybus-transcribe", ["Messages", "Phrases", "Transcription"])
program("saybus-intent", ["IntentRecognition", "Messages", "Phrases"])
program("saybus-dispatch", ["AppFiles", "Conversation", "HomeAssistant", "Phrases", "SkillHosting"])
program("saybus-audio", ["AudioOutput", "Messages", "Phrases", "Terminal"])
program("saybus-tap", ["Messages", "Tap"])
program("saybus-mqtt", ["Messages", "MQTT"])
program("saybus-link", ["Link", "Messages"])
program("saybus-esphome", ["ESPHome", "VoiceSatellite"])
program("saybus-console", ["AudioOutput", "Console", "Phrases", "Telemetry"])
program(
    "saybus-wyoming",
    [
        "AudioOutput", "ExternalEngines", "Listening", "Messages", "Phrases", "Transcription", "VoiceSatellite",
        "WyomingServer",
    ])
// The library `Saybus` has the name of the program but for case, so the program's target has another one.
program(
    "saybus", target: "saybus-cli",
    [
        "Bus", "Conformance", "Evaluation", "ExternalEngines", "IntentRecognition", "Listening", "Messages",
        "ModelStore", "Operations", "Phrases", "PipelineFiles", "Processes", "Tap", "Terminal", "Transcription",
    ])
program("saybus-bench", ["Benchmarks", "Bus", "Conversation", "Fuzzing"])
// All of them, for tests that run them as processes.
let programs = package.targets.filter { $0.path?.hasPrefix("Sources/Programs/") == true }
    .map { Target.Dependency.target(name: $0.name) }

// The program of `deploy/fuzz`, which can only be linked with libFuzzer. SwiftPM's usual linker cannot keep libFuzzer's
// main function out.
if Context.environment["SAYBUS_FUZZ"] == "1" {
    system("Fuzzer", debian: [])
    package.targets.append(
        .executableTarget(
            name: "saybus-fuzz", dependencies: ["SaybusFuzzing", "CSaybusFuzzer"],
            path: "Sources/Programs/saybus-fuzz",
            linkerSettings: [.unsafeFlags(["-sanitize=fuzzer", "-use-ld=lld"])]))
}

// MARK: Examples: apps, skills and a stage as programs of their own

/// Adds an example: the program `NAME`, from `Sources/Examples/<folder>`.
@MainActor func example(_ name: String, _ folder: String, _ ours: [String], _ others: [Target.Dependency] = []) {
    package.products.append(.executable(name: name, targets: ["saybus-\(name)"]))
    package.targets.append(
        .executableTarget(
            name: "saybus-\(name)", dependencies: modules(ours) + others,
            path: "Sources/Examples/\(folder)"))
}

// The smallest stage, as the documentation shows it. The modules behind `Saybus` are named, too: else it is not
// compiled again when only they change, and takes their values for what they were.
example("smallest-stage", "SmallestStage", ["Bus", "Messages", "Stage"], ["Saybus"])
// The first versions of an app and a skill in Swift, which `saybus new` writes.
example("example-hello-app", "HelloApp", ["Conversation"])
example("example-hello-single", "HelloSingle", ["SkillHosting", "Skills"])
// SayKit's tutorials.
example("example-commands", "CommandTutorial", ["Conversation"])
example("example-mail", "PokemonMail", ["Conversation"])
example("example-podcasts", "PodcastPlayer", ["Conversation"])
// Topics of a list and of a search in it, which two of the tutorials share.
package.targets.append(
    .target(name: "SaybusExampleProducts", dependencies: ["SaybusConversation"], path: "Sources/Examples/Products"))
example("example-list", "ProductList", ["Conversation", "ExampleProducts"])
example("example-search", "ProductSearch", ["Conversation", "ExampleProducts"])
// The apps of the guides.
example("example-first", "FirstApp", ["Conversation"])
example("example-timers", "KitchenTimers", ["Conversation"])
// Skills.
package.targets.append(
    .target(
        name: "SaybusHelloSkill", dependencies: ["SaybusSkills"], path: "Sources/Examples/HelloSkill",
        exclude: ["en-US.json"]))
example("example-hello-skill", "HelloProgram", ["HelloSkill", "SkillHosting", "Skills"])
example("example-pizza-skill", "PizzaSkill", ["Messages", "SkillHosting", "Skills"])

// MARK: Tests, one target per library, and some for the programs as processes

/// Adds tests: `Core/Bus` is module `SaybusBusTests` in `Tests/Core/Bus`. They depend on the module that they test,
/// other than those in `Tests/Programs`, which test programs together.
@MainActor func tests(
    _ path: String, _ ours: [String] = [], _ others: [Target.Dependency] = [], exclude: [String] = []
) {
    let name = lastComponent(of: path)
    let tested = path.hasPrefix("Programs/") ? [] : [name]
    package.targets.append(
        .testTarget(
            name: "Saybus\(name)Tests", dependencies: modules(tested + ours) + others, path: "Tests/\(path)",
            exclude: exclude))
}

// What several test targets use, and needs swift-testing.
package.targets.append(.target(name: "SaybusExpectations", path: "Tests/Support/Expectations"))
// Prometheus' own judge.
package.targets.append(
    .target(
        name: "SaybusMetricsJudges", dependencies: ["SaybusProcesses"], path: "Tests/Support/MetricsJudges"))
// Programs of others, which deploy/peers fetches.
package.targets.append(
    .target(name: "SaybusPeerPrograms", dependencies: ["SaybusTesting"], path: "Tests/Support/PeerPrograms"))

tests("Core/Support", ["Testing"])
tests("Core/Processes", ["Testing"])
tests("Core/Telemetry", ["MetricsJudges", "Testing"], metrics + tracing)
tests("Core/ZeroMQ")
tests("Core/Messages", ["Support", "Testing"])
tests("Core/Bus", ["Broker", "Expectations", "Messages", "Support", "Testing", "ZeroMQ"], [logging, "saybus-broker"])
tests(
    "Core/Stage", ["Bus", "Expectations", "Messages", "Support", "Telemetry", "Testing", "ZeroMQ"],
    [argumentParser, logging])
tests("Core/Broker", ["Bus", "Expectations", "Messages", "Support", "Testing", "ZeroMQ"], [logging])

tests("Language/Phrases", ["Support", "Testing"])
tests("Language/PatternMatching", ["Messages", "Phrases", "Support", "Testing"])
tests("Language/MatchDiagnosis", ["Messages", "PatternMatching"])
tests("Language/InteractionModels", ["Messages", "PatternMatching", "Testing"])
tests("Language/StatisticalMatching", ["Support", "Testing"])

tests("Audio/Sound", ["Testing", "CSndFile"])
tests("Audio/SpeechSignal", ["EspeakNG", "Support"])

tests("Engines/PocketSphinx", ["EspeakNG"])
tests("Engines/ModelStore", ["Testing"])
tests("Engines/MicroWakeWord", ["EspeakNG", "ModelStore", "Testing"], exclude: ["MicroFeatures.golden"])
tests("Engines/Whisper", ["CWhisper"])
tests("Engines/ExternalEngines", ["Messages", "Testing"], [logging])

tests(
    "Stages/Listening",
    [
        "Bus", "EspeakNG", "ExternalEngines", "Messages", "MicroWakeWord", "ModelStore", "PocketSphinx", "Sound",
        "Stage", "Support", "Testing",
    ], [argumentParser, logging])
// Its tests read command lines.
tests(
    "Stages/Transcription",
    [
        "Bus", "EspeakNG", "ExternalEngines", "Messages", "ModelStore", "Phrases", "PocketSphinx", "Stage", "Testing",
        "Vosk", "Whisper",
    ], [argumentParser])
// Some of its tests run the program.
tests(
    "Stages/IntentRecognition",
    [
        "Bus", "ExternalEngines", "Messages", "PatternMatching", "Phrases", "Stage", "StatisticalMatching", "Support",
        "Testing",
    ], ["saybus-intent"])
// The Swift app that its tests run as a process; no product, so that it is not installed.
package.targets.append(
    .executableTarget(
        name: "saybus-dispatch-test-app", dependencies: ["SaybusConversation"], path: "Tests/Support/DispatchApp"))
tests(
    "Stages/Dispatch", ["Bus", "Messages", "Phrases", "Support", "Testing"],
    ["saybus-dispatch", "saybus-intent", "saybus-example-hello-skill", "saybus-dispatch-test-app", logging],
    exclude: ["AppModels/model_skill.py"])
// Some of its tests run the program, and have what it says recognized.
tests(
    "Stages/AudioOutput",
    [
        "Bus", "EspeakNG", "ExternalEngines", "Flite", "Messages", "ModelStore", "ONNXRuntime", "Phrases", "Piper",
        "PocketSphinx", "Sound", "Stage", "Support", "Testing", "Transcription",
    ], ["saybus-audio"])

tests(
    "Apps/Conversation", ["Bus", "Dispatch", "Messages", "PatternMatching", "Phrases", "Support", "Testing"], [logging])
// Its tests hold the schema of apps' files against the reader, node by node.
tests(
    "Apps/AppFiles",
    [
        "Bus", "Conversation", "Dispatch", "ExternalEngines", "Messages", "PatternMatching", "Phrases", "Sound",
        "Support", "Testing",
    ], [sqlite, yaml])
// Its tests hold the store's file, ask Amazon's own library about envelopes, and run the example.
tests("Apps/Skills", ["HelloSkill", "Messages", "Support", "Testing"], [sqlite], exclude: ["ask_sdk.py"])
tests("Apps/SkillSettings", ["ExternalEngines"])
// Its tests run a skill as a program.
tests(
    "Apps/SkillHosting",
    [
        "Bus", "Conversation", "ExternalEngines", "InteractionModels", "Messages", "PatternMatching", "Phrases",
        "Skills", "SkillSettings", "Stage", "Support", "Testing", "Transcription",
    ], ["saybus-example-pizza-skill", "saybus-dispatch", "saybus-intent"], exclude: ["settings_skill.py"])

// Some of its tests run the program, which the client of the protocol's own library judges.
tests(
    "Gateways/WyomingServer",
    [
        "Bus", "EspeakNG", "ExternalEngines", "Messages", "Sound", "Stage", "Support", "Testing", "Transcription",
        "VoiceSatellite",
    ], ["saybus-wyoming", "saybus-intent", "saybus-dispatch", "saybus-audio", argumentParser, logging],
    exclude: ["wyoming_client.py"])
// Some of its tests run the program beside a server that speaks Home Assistant's API.
tests(
    "Gateways/HomeAssistant", ["Bus", "InteractionModels", "Messages", "PatternMatching", "Testing"],
    ["saybus-dispatch", "saybus-intent", logging], exclude: ["home_assistant.py"])
// Some of its tests run the program, which the client of ESPHome's own library judges.
tests(
    "Gateways/ESPHome", ["Bus", "EspeakNG", "Messages", "Sound", "Support", "Testing", "VoiceSatellite"],
    ["saybus-esphome", "saybus-audio", "saybus-listen"], exclude: ["esphome_client.py"])
// Its tests run the program, with a broker of Debian's mosquitto.
tests(
    "Gateways/MQTT", ["Bus", "Messages", "PatternMatching", "PeerPrograms", "Processes", "Support", "Testing"],
    ["saybus-mqtt"], exclude: ["hermes_app.py"])
// Its tests run the program, with a server of Debian's nats-server.
tests(
    "Gateways/Link", ["Bus", "Messages", "Support", "Testing"],
    ["saybus-link", "saybus-intent", "saybus-dispatch", "saybus-audio", "saybus-broker", "saybus-cli"])

tests("Testing/Testing")

// Its tests ask SQLite itself whether a recording is whole.
tests("Tools/Tap", ["Bus", "Expectations", "Messages", "Sound", "Stage", "Support", "Testing"], [sqlite])
// Some of its tests run the program, and some a browser, where Chromium is installed.
tests(
    "Tools/Console",
    [
        "Bus", "EspeakNG", "Listening", "Messages", "PocketSphinx", "Sound", "Support", "Tap", "Telemetry", "Testing",
        "Transcription",
    ],
    nioWebSocket + [
        "saybus-console", "saybus-broker", "saybus-intent", "saybus-transcribe", "saybus-dispatch", "saybus-listen",
        "saybus-tap",
    ])
tests("Tools/Fuzzing", ["Messages", "Testing"], exclude: ["Corpora"])
tests("Tools/Terminal")
tests("Tools/Benchmarks", ["Testing"])
tests("Tools/PipelineFiles", ["Messages", "Operations", "Phrases", "Stage", "Telemetry", "Testing"], programs)
tests(
    "Tools/Operations",
    [
        "Broker", "Bus", "ExternalEngines", "Listening", "Messages", "ModelStore", "PatternMatching", "Phrases",
        "Sound", "Stage", "Support", "Terminal", "Testing", "Transcription",
    ])
tests(
    "Tools/Evaluation",
    [
        "EspeakNG", "Listening", "Messages", "Sound", "Stage", "StatisticalMatching", "Terminal", "Testing",
        "Transcription",
    ])

// The examples as processes, with the stages that they need.
tests(
    "Programs/Examples", ["Bus", "Messages", "Phrases", "SkillHosting", "Support", "Testing", "CSndFile"],
    [
        "saybus-intent", "saybus-audio", "saybus-dispatch", "saybus-listen", "saybus-transcribe",
        "saybus-example-commands", "saybus-example-mail", "saybus-example-podcasts", "saybus-example-list",
        "saybus-example-search", "saybus-example-hello-skill", "saybus-example-pizza-skill",
        "saybus-example-first", "saybus-example-timers", "saybus-example-hello-app",
    ])
// The programs together, as processes.
tests(
    "Programs/Pipeline",
    ["Benchmarks", "Bus", "EspeakNG", "Messages", "PocketSphinx", "Sound", "Testing", "Transcription"], programs)
// Faults, injected for real: killed, frozen and flooded programs, and frames of random bytes.
tests("Programs/Fault", ["Bus", "Messages", "Sound", "Support", "Testing", "ZeroMQ"], programs)
// Each stage, and those in Python, on trial.
tests(
    "Programs/Conformance", ["Bus", "Conformance", "Messages", "Testing"],
    ["Saybus", "saybus-smallest-stage"] + programs,
    exclude: ["faulty.py", "faulty_app.py", "faulty_audio.py", "faulty_transcribe.py"])

// The Swift app with metrics and spans of its own, which its tests run as a process; no product, so that it is not
// installed.
package.targets.append(
    .executableTarget(
        name: "saybus-metrics-test-app",
        dependencies: ["SaybusConversation"] + metrics + tracing, path: "Tests/Support/MetricsApp"))
// Metrics and traces of the programs, judged by Prometheus' and OpenTelemetry's own libraries.
tests(
    "Programs/Metrics", ["Broker", "Bus", "Messages", "MetricsJudges", "Operations", "Stage", "Telemetry", "Testing"],
    programs + ["saybus-metrics-test-app"], exclude: ["collector.py"])

// Pages of the documentation, whose commands are run as they stand.
tests("Programs/Pages", ["Bus", "Messages", "Testing"], programs)

// Programs of others beside Saybus: Wyoming's servers and satellites, Home Assistant, avahi.
tests(
    "Programs/Peers", ["Bus", "EspeakNG", "Messages", "PeerPrograms", "Sound", "Testing"], programs,
    exclude: ["hassil_server.py", "home_assistant_api.py", "microphone.py", "zeroconf_browser.py"])

// The project itself: the order of the groups, names, links in the documentation, the version.
tests("Programs/Project", ["Messages", "Stage", "Testing"], programs)

// MARK: How every target is compiled

// With SAYBUS_STRICT=1 in the environment, as in deploy/test, warnings in Saybus' own targets are errors. Packages that
// depend on Saybus never see this flag, which SwiftPM would refuse in a dependency.
let warnings: [SwiftSetting] =
    Context.environment["SAYBUS_STRICT"] == "1" ? [.unsafeFlags(["-warnings-as-errors"])] : []
// With SAYBUS_OPTIMIZE=1, as in deploy/test, the modules that all messages and all sound pass are optimized in debug
// builds, too: the tests then need half of the processor's time. A module that no other one imports has no job of its
// own that emits its interface, which deploy/test's builds of whole modules would read all sources for again.
let isForTests = Context.environment["SAYBUS_OPTIMIZE"] == "1"
let optimized =
    isForTests
    ? [
        "Core/Broker", "Core/Bus", "Core/Messages", "Core/Stage", "Core/Support", "Core/ZeroMQ",
        "Language/MatchDiagnosis", "Language/Phrases", "Language/PatternMatching", "Language/StatisticalMatching",
        "Audio", "Engines/EspeakNG", "Engines/MicroWakeWord", "Engines/PocketSphinx", "Stages/Listening",
        "Tools/Fuzzing",
    ] : []
let optimization: [SwiftSetting] = [.unsafeFlags(["-O"], .when(configuration: .debug))]
let leaf: [SwiftSetting] = [
    .unsafeFlags(["-no-emit-module-separately-wmo"], .when(configuration: .debug))
]
// With SAYBUS_FUZZ=1, as in deploy/fuzz, the modules that decode count the branches that an input takes. Others do not,
// since libFuzzer looks through all counters after each input, and comparisons are not traced: mutations know the
// formats' words.
let isForFuzzing = Context.environment["SAYBUS_FUZZ"] == "1"
let decoders = [
    "AppFiles", "AudioOutput", "Broker", "ExternalEngines", "InteractionModels", "Messages", "PatternMatching",
    "Phrases", "SkillHosting", "Skills", "Sound", "Tap", "YAML",
].map { "Saybus\($0)" }
let coverage: [SwiftSetting] = [
    .unsafeFlags(["-sanitize=fuzzer", "-sanitize-coverage=edge,inline-8bit-counters,pc-table"])
]
// Checked strictness for every target (SE-0335, SE-0444).
for target in package.targets where !target.name.hasPrefix("CSaybus") {
    let isOptimized = optimized.contains { "\(target.path ?? "")/".hasPrefix("Sources/\($0)/") }
    let isLeaf = target.type == .test || target.type == .executable
    target.swiftSettings =
        [.enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility")] + warnings
        + (isOptimized ? optimization : []) + (isForTests && isLeaf ? leaf : [])
        + (isForFuzzing && decoders.contains(target.name) ? coverage : [])
}
