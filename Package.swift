// swift-tools-version: 6.1
import PackageDescription

// The groups of `Sources`, each with a README that says what lives there, in the order in which data flows:
//
//     System < Core < Language < Audio < Engines < Stages < Apps < Gateways < Testing < Tools < Programs, Examples
//
// A module depends on modules of its own group and of groups before it, never on one after it; a test reads this
// manifest and holds it to that. Module `SaybusX` lives in `Sources/<group>/X`, its tests in `Tests/<group>/X`.

// MARK: Packages of others

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let heap = Target.Dependency.product(name: "HeapModule", package: "swift-collections")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let lifecycle = Target.Dependency.product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
let metrics = ["CoreMetrics", "Metrics"].map { Target.Dependency.product(name: $0, package: "swift-metrics") }
let nio = ["NIOCore", "NIOHTTP1", "NIOPosix", "NIOWebSocket"].map {
    Target.Dependency.product(name: $0, package: "swift-nio")
}
let nioSockets = ["NIOCore", "NIOPosix"].map { Target.Dependency.product(name: $0, package: "swift-nio") }
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
// The types of libwhisper's C interface, which is loaded at run time.
package.targets.append(.systemLibrary(name: "CSaybusWhisper", path: "Sources/System/CWhisper"))
// The types of TensorFlow Lite's C interface, which is loaded at run time.
package.targets.append(.systemLibrary(name: "CSaybusTensorFlowLite", path: "Sources/System/CTensorFlowLite"))
// The types of libflite's C interface, which is loaded at run time.
package.targets.append(.systemLibrary(name: "CSaybusFlite", path: "Sources/System/CFlite"))
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

/// Adds a library: module `SaybusX` in `Sources/<group>/X`.
@MainActor func library(
    _ group: String, _ name: String, _ modules: [String] = [], _ others: [Target.Dependency] = [],
    exclude: [String] = [], resources: [Resource] = []
) {
    package.targets.append(
        .target(
            name: "Saybus\(name)", dependencies: modules.map { .target(name: $0) } + others,
            path: "Sources/\(group)/\(name)", exclude: exclude, resources: resources))
}

// MARK: Core: what a message is, and how it travels

// Bounded caches and statistics, durations, hashes, repeatable random numbers, lines of logs, files that are read as a
// whole, executors, values that tasks wait on, waits for a descriptor that another thread ends.
library("Core", "Support", ["CSaybusLinux"])
// Child processes: the only module that makes them.
library("Core", "Processes", ["SaybusSupport"], [subprocess])
// libzmq for Swift: context, one type per socket role, monitor, CURVE keys. Knows nothing of voice.
library("Core", "ZeroMQ", ["CSaybusZeroMQ", "CSaybusLinux"])
// The wire: envelope, topics, every kind of message with its schema.
library("Core", "Messages", ["SaybusSupport"])
// Typed publish and subscribe with readiness, loss counters and tracked delivery.
library("Core", "Bus", ["SaybusZeroMQ", "SaybusMessages", "SaybusSupport"], [heap, logging])
// Metrics in Prometheus' format over HTTP, traces to a collector of OpenTelemetry. Knows nothing of voice.
library("Core", "Telemetry", ["SaybusSupport"], Array(nio.dropLast()) + metrics + tracing)
// What every stage shares: options, lifecycle, heartbeats, metrics and traces, exit codes.
library(
    "Core", "Stage", ["SaybusMessages", "SaybusBus", "SaybusTelemetry", "SaybusSupport", "CSaybusLinux"],
    [argumentParser, logging, lifecycle, signals] + metrics + tracing)
// The forwarder that all messages pass: stamps, retained values, access control.
library(
    "Core", "Broker",
    ["SaybusZeroMQ", "SaybusMessages", "SaybusBus", "SaybusStage", "SaybusTelemetry", "SaybusSupport"],
    [logging, signals, yaml])

// The umbrella: all that a stage's author needs with one import, and the pages about the whole.
package.targets.append(
    .target(
        name: "Saybus",
        dependencies: [
            "SaybusMessages", "SaybusBus", "SaybusStage", argumentParser, logging, lifecycle,
        ], path: "Sources/Core/Saybus"))

// MARK: Language: words, phrases, meanings

// The language of command patterns: templates, words, numbers in words.
library(
    "Language", "Phrases", ["SaybusSupport"], resources: [.embedInCode("Values/BuiltInLists.en.txt")])
// Utterances matched with the patterns of all apps at once.
library("Language", "PatternMatching", ["SaybusMessages", "SaybusPhrases", "SaybusSupport"])
// Why an utterance matches no pattern: the nearest ones, and what differs.
library(
    "Language", "MatchDiagnosis", ["SaybusMessages", "SaybusPhrases", "SaybusPatternMatching"], [heap])
// Models of others, as catalogs: Alexa's interaction models, Home Assistant's sentences.
library(
    "Language", "InteractionModels",
    ["SaybusMessages", "SaybusPhrases", "SaybusPatternMatching", "SaybusSupport"], [yaml])
// Intents and slots learnt from sample utterances.
library("Language", "StatisticalMatching", ["SaybusSupport"])

// MARK: Audio: sound as numbers, files, devices

// PCM audio: files, resampling, devices, tones.
library("Audio", "Sound", ["SaybusSupport", "CSaybusSndFile", "CSaybusSpeexDSP", "CSaybusPortAudio"])
// Voicing detection and noise suppression.
library(
    "Audio", "SpeechSignal", ["CSaybusKissFFT"], resources: [.embedInCode("Enhancement/Mask/MaskNetwork.weights")])

// MARK: Engines: libraries, programs and servers of others

// Shared libraries, loaded at run time.
library("Engines", "DynamicLoading")
// libespeak-ng, shared by all in a process that speak or spell with it.
library("Engines", "EspeakNG", ["CSaybusEspeakNG", "SaybusProcesses"])
// libpocketsphinx: its acoustic model, pronunciations, keyword spotting.
library("Engines", "PocketSphinx", ["CSaybusPocketSphinx", "SaybusEspeakNG", "SaybusSupport"])
// libvosk, loaded at run time.
library("Engines", "Vosk", ["SaybusDynamicLoading"])
// libflite, loaded at run time.
library("Engines", "Flite", ["CSaybusFlite", "SaybusDynamicLoading"])
// Programs, HTTP servers and Wyoming servers: every wait with a deadline.
library(
    "Engines", "ExternalEngines",
    ["SaybusDynamicLoading", "SaybusStage", "SaybusMessages", "SaybusProcesses", "SaybusSupport"], [logging])
// Models of others: where they are installed, and from where they can be had.
library(
    "Engines", "ModelStore", ["SaybusExternalEngines", "SaybusProcesses", "SaybusSupport", "CSaybusZlib"],
    resources: [.embedInCode("models.json"), .embedInCode("ct2_to_ggml.py")])
// libwhisper, loaded at run time.
library("Engines", "Whisper", ["CSaybusWhisper", "SaybusDynamicLoading", "SaybusModelStore"])
// microWakeWord's models on TensorFlow Lite, which is loaded at run time.
library(
    "Engines", "MicroWakeWord",
    ["CSaybusTensorFlowLite", "SaybusDynamicLoading", "SaybusModelStore", "SaybusSupport"])
// ONNX Runtime, which runs neural networks, loaded at run time.
library("Engines", "ONNXRuntime", ["SaybusDynamicLoading", "SaybusModelStore"])
// Piper's voices, on ONNX Runtime, with the pronunciations of libespeak-ng.
library("Engines", "Piper", ["SaybusONNXRuntime", "SaybusEspeakNG", "SaybusModelStore", "SaybusSupport"])

// MARK: Stages: one library per program, in the order of the data

// Audio in: sources, endpointing, wake word, echo, turns.
library(
    "Stages", "Listening",
    [
        "SaybusStage", "SaybusBus", "SaybusMessages", "SaybusSound", "SaybusSpeechSignal", "SaybusPocketSphinx",
        "SaybusMicroWakeWord", "SaybusModelStore", "SaybusExternalEngines", "SaybusSupport", "CSaybusSpeexDSP",
    ], [argumentParser, logging, lifecycle], resources: [.embedInCode("Wake/Trained/Words/alexa.json")])
// Speech to text: recognizers, grammars from the catalog.
library(
    "Stages", "Transcription",
    [
        "SaybusStage", "SaybusBus", "SaybusMessages", "SaybusPhrases", "SaybusPatternMatching",
        "SaybusExternalEngines", "SaybusModelStore", "SaybusPocketSphinx", "SaybusVosk", "SaybusWhisper",
        "SaybusSpeechSignal", "SaybusSupport",
    ], [argumentParser, logging, lifecycle])
// Text to intents with typed parameters.
library(
    "Stages", "IntentRecognition",
    [
        "SaybusStage", "SaybusBus", "SaybusMessages", "SaybusPhrases", "SaybusPatternMatching",
        "SaybusInteractionModels", "SaybusStatisticalMatching", "SaybusSupport", "SaybusExternalEngines",
    ], [logging, lifecycle])
// Intents to commands: the one runtime for turns, whatever an app's model. Journal, playback, catalog, remote apps.
library(
    "Stages", "Dispatch", ["SaybusStage", "SaybusBus", "SaybusMessages", "SaybusPhrases", "SaybusSupport"],
    [logging, lifecycle] + tracing)
// Audio sequences to sound: synthesis, tones, sinks.
library(
    "Stages", "AudioOutput",
    [
        "CSaybusExpat", "SaybusONNXRuntime", "SaybusStage", "SaybusBus", "SaybusMessages", "SaybusPhrases",
        "SaybusSound", "SaybusExternalEngines", "SaybusEspeakNG", "SaybusFlite", "SaybusPiper", "SaybusModelStore",
        "SaybusSupport",
    ], [logging, lifecycle])

// MARK: Apps: what authors write with

// SayKit's model: command recognizers, voice requests, conversation topics, audio events and tracks.
library(
    "Apps", "Conversation",
    [
        "SaybusDispatch", "SaybusStage", "SaybusBus", "SaybusMessages", "SaybusPhrases", "SaybusPatternMatching",
        "SaybusSupport",
    ], [argumentParser, logging, lifecycle])
// Apps as YAML files: commands, questions and topics with actions; programs and web requests.
library(
    "Apps", "AppFiles",
    [
        "SaybusConversation", "SaybusDispatch", "SaybusStage", "SaybusBus", "SaybusMessages", "SaybusPhrases",
        "SaybusPatternMatching", "SaybusSound", "SaybusExternalEngines", "SaybusProcesses", "SaybusSupport",
    ], [logging, sqlite, yaml])
// Alexa's model: request and response envelopes, handlers, session and persistent attributes.
library("Apps", "Skills", ["SaybusMessages", "SaybusSupport"], [sqlite])
// The settings of a device for skills, over HTTP, as Alexa's settings service.
library("Apps", "SkillSettings", [], Array(nio.dropLast()))
// Skills in conversations: sessions, dialogs by the interaction model, skills behind HTTP and in programs.
library(
    "Apps", "SkillHosting",
    [
        "SaybusSkills", "SaybusSkillSettings", "SaybusConversation", "SaybusDispatch", "SaybusExternalEngines",
        "SaybusInteractionModels",
        "SaybusPatternMatching", "SaybusPhrases", "SaybusStage", "SaybusBus", "SaybusMessages", "SaybusSupport",
        "CSaybusExpat",
    ], [argumentParser, logging, yaml])

// MARK: Gateways: between the bus and the protocols of others

// A room's listener and loudspeaker as a satellite of Home Assistant, whatever the protocol.
library(
    "Gateways", "VoiceSatellite",
    ["SaybusBus", "SaybusExternalEngines", "SaybusMessages", "SaybusStage", "SaybusSupport"], [logging])

// Speech, voices, wake words and apps for peers of the Wyoming protocol; its satellites.
library(
    "Gateways", "WyomingServer",
    [
        "SaybusAudioOutput", "SaybusBus", "SaybusExternalEngines", "SaybusListening", "SaybusMessages",
        "SaybusPatternMatching", "SaybusProcesses", "SaybusSound", "SaybusStage", "SaybusSupport",
        "SaybusTranscription", "SaybusVoiceSatellite",
    ], [logging, lifecycle])

// The bus on an MQTT broker: topics, Home Assistant's discovery, the Hermes protocol.
library(
    "Gateways", "MQTT",
    [
        "SaybusStage", "SaybusBus", "SaybusMessages", "SaybusPatternMatching", "SaybusSupport", "SaybusZeroMQ",
        "CSaybusMosquitto",
    ], [logging, lifecycle])

// Sites linked over NATS: recognizers of one site take the turns of others.
library(
    "Gateways", "Link", ["SaybusStage", "SaybusBus", "SaybusMessages", "SaybusSupport", "CSaybusNATS"],
    [logging, lifecycle])

// A voice satellite of Home Assistant, in ESPHome's native API.
library(
    "Gateways", "ESPHome",
    [
        "SaybusBus", "SaybusExternalEngines", "SaybusMessages", "SaybusStage", "SaybusSupport", "SaybusTelemetry",
        "SaybusVoiceSatellite", "CSaybusSodium",
    ],
    nioSockets + [logging, lifecycle])

// Home Assistant as an app: its sentences and names as a catalog, its services as commands.
library(
    "Gateways", "HomeAssistant",
    [
        "SaybusBus", "SaybusExternalEngines", "SaybusInteractionModels", "SaybusMessages", "SaybusPhrases",
        "SaybusStage", "SaybusSupport",
    ], [logging, lifecycle])

// MARK: Testing: for tests of others, too

// Checks whether any program behaves as a stage must; `saybus conform` runs the checks.
library(
    "Testing", "Conformance",
    ["SaybusBroker", "SaybusBus", "SaybusMessages", "SaybusProcesses", "SaybusSupport", "SaybusZeroMQ"], [logging])
// A bus in a test, a program as a process, unique endpoints, doubles of stages.
library(
    "Testing", "Testing",
    [
        "SaybusBroker", "SaybusBus", "SaybusMessages", "SaybusPatternMatching", "SaybusPhrases", "SaybusProcesses",
        "SaybusSupport",
    ],
    [logging])

// MARK: Tools: watching, operating, measuring

// Watching the bus, recording and replaying it.
library(
    "Tools", "Tap",
    [
        "SaybusStage", "SaybusBus", "SaybusMessages", "SaybusSound", "SaybusSupport", "SaybusTelemetry",
        "SaybusTerminal",
    ], [argumentParser, sqlite, logging, signals])
// Styles, tables, lines and keys for people at a terminal.
library("Tools", "Terminal", ["SaybusStage", "SaybusMessages", "SaybusSupport"])
// Starting, supervising, asking and diagnosing a pipeline.
library(
    "Tools", "Operations",
    [
        "SaybusStage", "SaybusBroker", "SaybusBus", "SaybusMessages", "SaybusSound", "SaybusSupport",
        "SaybusPatternMatching", "SaybusInteractionModels", "SaybusTranscription", "SaybusProcesses", "SaybusAppFiles",
        "SaybusConversation", "SaybusDispatch", "SaybusSkills", "SaybusSkillHosting", "SaybusConformance",
        "SaybusTerminal", "SaybusModelStore", "SaybusMicroWakeWord", "SaybusDynamicLoading", "SaybusListening",
        "SaybusExternalEngines", "SaybusTelemetry", "SaybusPhrases",
    ], [logging],
    resources: [
        "App.py", "App.txt", "App.yaml", "AppTest.sh", "Model.txt", "Skill.py", "Skill.txt", "Skill.yaml",
        "SkillDialogs.yaml", "SkillModel.json", "Stage.py", "Stage.txt",
    ].map { .embedInCode("New/Templates/\($0)") })
// A page in the browser: to talk, with its microphone and loudspeaker, and to watch the bus.
library(
    "Tools", "Console",
    [
        "SaybusStage", "SaybusBus", "SaybusMessages", "SaybusPhrases", "SaybusPatternMatching", "SaybusSupport",
        "SaybusListening", "SaybusAudioOutput", "SaybusTap", "SaybusAppFiles", "SaybusDispatch",
        "SaybusMatchDiagnosis", "SaybusProcesses", "SaybusTelemetry", "CSaybusOpenSSL",
    ], nio + [lifecycle, logging],
    resources: [
        "icon.svg", "index.html", "style.css", "appfile.js", "connection.js", "conversation.js", "deliveries.js",
        "elements.js", "graph.js", "loudspeaker.js", "main.js", "menu.js", "microphone.js", "microphone-worklet.js",
        "phrases.js", "presses.js", "questions.js", "recordings.js", "sound.js", "stages.js", "storage.js", "talk.js",
        "thresholds.js", "try.js", "turns.js", "watch.js", "words.js",
    ].map { .embedInCode("Pages/\($0)") })
// Pipelines in files: bus, stages with all their options, apps, machines.
library(
    "Tools", "PipelineFiles",
    [
        "SaybusOperations", "SaybusAppFiles", "SaybusSkillHosting", "SaybusBroker", "SaybusBus", "SaybusStage",
        "SaybusMessages", "SaybusProcesses", "SaybusSupport", "SaybusTelemetry",
    ], [yaml, logging])
// Judging recognizers, endpointing, wake words and echo cancellation by labelled recordings and utterances.
library(
    "Tools", "Evaluation",
    [
        "SaybusStage", "SaybusMessages", "SaybusPhrases", "SaybusPatternMatching", "SaybusInteractionModels",
        "SaybusStatisticalMatching", "SaybusSound", "SaybusSupport", "SaybusListening", "SaybusTranscription",
        "SaybusIntentRecognition", "SaybusExternalEngines", "SaybusProcesses", "SaybusAppFiles",
        "SaybusConversation", "SaybusEspeakNG", "SaybusTerminal",
    ])
// Decoders of untrusted input, with what must hold for every input, and mutations of inputs.
library(
    "Tools", "Fuzzing",
    [
        "SaybusAppFiles", "SaybusAudioOutput", "SaybusBroker", "SaybusBus", "SaybusExternalEngines",
        "SaybusInteractionModels", "SaybusMessages", "SaybusPatternMatching", "SaybusSkillHosting", "SaybusSkills",
        "SaybusSound", "SaybusStage", "SaybusSupport", "SaybusTap",
    ])
// Benchmarks, each beside the library or program that it builds on.
library(
    "Tools", "Benchmarks",
    [
        "SaybusFuzzing", "SaybusBus", "SaybusMessages", "SaybusStage", "SaybusConversation", "SaybusPatternMatching",
        "SaybusStatisticalMatching", "SaybusSupport", "SaybusIntentRecognition", "SaybusPocketSphinx",
        "SaybusListening", "SaybusSpeechSignal", "CSaybusSpeexDSP", "SaybusTranscription", "SaybusAudioOutput",
        "SaybusModelStore", "SaybusWhisper",
        "SaybusExternalEngines", "SaybusSound", "SaybusInteractionModels", "SaybusSkills", "SaybusSkillHosting",
        "SaybusProcesses", "SaybusTesting", "SaybusZeroMQ", "CSaybusZeroMQ",
    ], [argumentParser, logging])

// MARK: Programs: options only

/// Adds a program: `Sources/Programs/NAME`. Its target has the same name, unless another one is given.
@MainActor func program(
    _ name: String, target: String? = nil, _ modules: [String], _ others: [Target.Dependency] = []
) {
    package.products.append(.executable(name: name, targets: [target ?? name]))
    package.targets.append(
        .executableTarget(
            name: target ?? name,
            dependencies: modules.map { .target(name: $0) } + ["SaybusStage", argumentParser] + others,
            path: "Sources/Programs/\(name)"))
}

program("saybus-broker", ["SaybusBroker"], [logging])
program("saybus-listen", ["SaybusListening", "SaybusExternalEngines", "SaybusMessages", "SaybusPhrases"])
program("saybus-transcribe", ["SaybusTranscription", "SaybusMessages", "SaybusPhrases"])
program("saybus-intent", ["SaybusIntentRecognition", "SaybusMessages", "SaybusPhrases"])
program(
    "saybus-dispatch",
    ["SaybusAppFiles", "SaybusConversation", "SaybusHomeAssistant", "SaybusSkillHosting", "SaybusPhrases"])
program("saybus-audio", ["SaybusAudioOutput", "SaybusPhrases", "SaybusMessages", "SaybusTerminal"])
program("saybus-tap", ["SaybusTap", "SaybusMessages"])
program("saybus-mqtt", ["SaybusMQTT", "SaybusMessages"])
program("saybus-link", ["SaybusLink", "SaybusMessages"])
program("saybus-esphome", ["SaybusESPHome", "SaybusVoiceSatellite"])
program("saybus-console", ["SaybusConsole", "SaybusAudioOutput", "SaybusPhrases", "SaybusTelemetry"])
program(
    "saybus-wyoming",
    [
        "SaybusWyomingServer", "SaybusAudioOutput", "SaybusExternalEngines", "SaybusListening", "SaybusMessages",
        "SaybusPhrases", "SaybusTranscription", "SaybusVoiceSatellite",
    ])
// The library `Saybus` has the name of the program but for case, so the program's target has another one.
program(
    "saybus", target: "saybus-cli",
    [
        "SaybusOperations", "SaybusEvaluation", "SaybusConformance", "SaybusTerminal", "SaybusProcesses",
        "SaybusPhrases", "SaybusListening", "SaybusTranscription",
        "SaybusIntentRecognition", "SaybusExternalEngines", "SaybusBus", "SaybusMessages", "SaybusModelStore",
        "SaybusPipelineFiles", "SaybusTap",
    ])
program("saybus-bench", ["SaybusBenchmarks", "SaybusBus", "SaybusConversation", "SaybusFuzzing"])
let programs: [Target.Dependency] = [
    "saybus-broker", "saybus-listen", "saybus-transcribe", "saybus-intent", "saybus-dispatch", "saybus-audio",
    "saybus-tap", "saybus-mqtt", "saybus-link", "saybus-esphome", "saybus-console", "saybus-cli", "saybus-bench",
]

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
@MainActor func example(_ name: String, _ folder: String, _ modules: [String], _ others: [Target.Dependency] = []) {
    package.products.append(.executable(name: name, targets: ["saybus-\(name)"]))
    package.targets.append(
        .executableTarget(
            name: "saybus-\(name)", dependencies: modules.map { .target(name: $0) } + others,
            path: "Sources/Examples/\(folder)"))
}

// The smallest stage, as the documentation shows it.
example("smallest-stage", "SmallestStage", ["Saybus"])
// The first versions of an app and a skill in Swift, which `saybus new` writes.
example("example-hello-app", "HelloApp", ["SaybusConversation"])
example("example-hello-single", "HelloSingle", ["SaybusSkills", "SaybusSkillHosting"])
// SayKit's tutorials.
example("example-commands", "CommandTutorial", ["SaybusConversation"])
example("example-mail", "PokemonMail", ["SaybusConversation"])
example("example-podcasts", "PodcastPlayer", ["SaybusConversation"])
// Topics of a list and of a search in it, which two of the tutorials share.
package.targets.append(
    .target(name: "SaybusExampleProducts", dependencies: ["SaybusConversation"], path: "Sources/Examples/Products"))
example("example-list", "ProductList", ["SaybusConversation", "SaybusExampleProducts"])
example("example-search", "ProductSearch", ["SaybusConversation", "SaybusExampleProducts"])
// The apps of the guides.
example("example-first", "FirstApp", ["SaybusConversation"])
example("example-timers", "KitchenTimers", ["SaybusConversation"])
// Skills.
package.targets.append(
    .target(
        name: "SaybusHelloSkill", dependencies: ["SaybusSkills"], path: "Sources/Examples/HelloSkill",
        exclude: ["en-US.json"]))
example("example-hello-skill", "HelloProgram", ["SaybusSkills", "SaybusSkillHosting", "SaybusHelloSkill"])
example("example-pizza-skill", "PizzaSkill", ["SaybusSkills", "SaybusSkillHosting", "SaybusMessages"])

// MARK: Tests, one target per library, and some for the programs as processes

/// Adds tests: `Tests/<group>/X`, module `SaybusXTests`.
@MainActor func tests(
    _ group: String, _ name: String, _ modules: [String], _ others: [Target.Dependency] = [], exclude: [String] = []
) {
    package.targets.append(
        .testTarget(
            name: "Saybus\(name)Tests", dependencies: modules.map { .target(name: $0) } + others,
            path: "Tests/\(group)/\(name)", exclude: exclude))
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

tests("Core", "Support", ["SaybusSupport", "SaybusTesting"])
tests("Core", "Processes", ["SaybusProcesses", "SaybusTesting"])
tests(
    "Core", "Telemetry",
    ["SaybusTelemetry", "SaybusBus", "SaybusMetricsJudges", "SaybusSupport", "SaybusTesting"],
    metrics + tracing)
tests("Core", "ZeroMQ", ["SaybusZeroMQ"])
tests("Core", "Messages", ["SaybusMessages", "SaybusSupport", "SaybusTesting"])
tests(
    "Core", "Bus",
    [
        "SaybusBus", "SaybusBroker", "SaybusExpectations", "SaybusMessages", "SaybusSupport", "SaybusTesting",
        "SaybusZeroMQ",
    ], [logging, "saybus-broker"])
tests(
    "Core", "Stage",
    [
        "SaybusStage", "SaybusBus", "SaybusExpectations", "SaybusMessages", "SaybusSupport", "SaybusTelemetry",
        "SaybusTesting", "SaybusZeroMQ",
    ],
    [argumentParser, logging])
tests(
    "Core", "Broker",
    [
        "SaybusBroker", "SaybusBus", "SaybusExpectations", "SaybusMessages", "SaybusStage", "SaybusSupport",
        "SaybusTesting", "SaybusZeroMQ",
    ], [logging])

tests("Language", "Phrases", ["SaybusPhrases", "SaybusSupport", "SaybusTesting"])
tests(
    "Language", "PatternMatching",
    ["SaybusPatternMatching", "SaybusMessages", "SaybusPhrases", "SaybusSupport", "SaybusTesting"])
tests("Language", "MatchDiagnosis", ["SaybusMatchDiagnosis", "SaybusMessages", "SaybusPatternMatching"])
tests(
    "Language", "InteractionModels",
    ["SaybusInteractionModels", "SaybusMessages", "SaybusPatternMatching", "SaybusTesting"])
tests("Language", "StatisticalMatching", ["SaybusStatisticalMatching", "SaybusSupport", "SaybusTesting"])

tests("Audio", "Sound", ["SaybusSound", "SaybusTesting", "CSaybusSndFile"])
tests("Audio", "SpeechSignal", ["SaybusSpeechSignal", "SaybusEspeakNG", "SaybusSupport", "SaybusTesting"])

tests("Testing", "Testing", ["SaybusTesting"])

// Some of its tests run the program, which the client of the protocol's own library judges.
tests(
    "Gateways", "WyomingServer",
    [
        "SaybusWyomingServer", "SaybusBus", "SaybusEspeakNG", "SaybusExternalEngines", "SaybusMessages", "SaybusSound",
        "SaybusStage", "SaybusSupport", "SaybusTesting", "SaybusTranscription", "SaybusVoiceSatellite",
    ], ["saybus-wyoming", "saybus-intent", "saybus-dispatch", "saybus-audio", argumentParser, logging],
    exclude: ["wyoming_client.py"])
// Some of its tests run the program beside a server that speaks Home Assistant's API.
tests(
    "Gateways", "HomeAssistant",
    [
        "SaybusHomeAssistant", "SaybusBus", "SaybusInteractionModels", "SaybusMessages", "SaybusPatternMatching",
        "SaybusTesting",
    ], ["saybus-dispatch", "saybus-intent", logging], exclude: ["home_assistant.py"])

// Some of its tests run the program, which the client of ESPHome's own library judges.
tests(
    "Gateways", "ESPHome",
    [
        "SaybusESPHome", "SaybusBus", "SaybusEspeakNG", "SaybusMessages", "SaybusSound", "SaybusStage", "SaybusSupport",
        "SaybusTesting", "SaybusVoiceSatellite",
    ],
    ["saybus-esphome", "saybus-audio", "saybus-listen"],
    exclude: ["esphome_client.py"])

// Its tests run the program, with a broker of Debian's mosquitto.
tests(
    "Gateways", "MQTT",
    [
        "SaybusMQTT", "SaybusBus", "SaybusMessages", "SaybusPatternMatching", "SaybusPeerPrograms", "SaybusProcesses",
        "SaybusSupport", "SaybusTesting",
    ], ["saybus-mqtt"], exclude: ["hermes_app.py"])

// Its tests run the program, with a server of Debian's nats-server.
tests(
    "Gateways", "Link", ["SaybusLink", "SaybusBus", "SaybusMessages", "SaybusStage", "SaybusSupport", "SaybusTesting"],
    ["saybus-link", "saybus-intent", "saybus-dispatch", "saybus-audio", "saybus-broker", "saybus-cli"])

tests("Engines", "PocketSphinx", ["SaybusPocketSphinx", "SaybusEspeakNG", "SaybusTesting"])
tests("Engines", "ModelStore", ["SaybusModelStore", "SaybusTesting"])
tests(
    "Engines", "MicroWakeWord", ["SaybusMicroWakeWord", "SaybusEspeakNG", "SaybusModelStore", "SaybusTesting"],
    exclude: ["MicroFeatures.golden"])
tests("Engines", "Whisper", ["SaybusWhisper", "CSaybusWhisper"])
tests("Engines", "ExternalEngines", ["SaybusExternalEngines", "SaybusMessages", "SaybusTesting"], [logging])

tests(
    "Stages", "Listening",
    [
        "SaybusListening", "SaybusBus", "SaybusEspeakNG", "SaybusExternalEngines", "SaybusMessages",
        "SaybusMicroWakeWord", "SaybusModelStore", "SaybusPocketSphinx", "SaybusSound", "SaybusStage", "SaybusSupport",
        "SaybusTesting",
    ], [argumentParser, logging])
// Its tests read command lines.
tests(
    "Stages", "Transcription",
    [
        "SaybusTranscription", "SaybusBus", "SaybusEspeakNG", "SaybusExternalEngines", "SaybusMessages",
        "SaybusModelStore", "SaybusPhrases", "SaybusPocketSphinx", "SaybusStage", "SaybusTesting", "SaybusVosk",
        "SaybusWhisper",
    ], [argumentParser])
// Some of its tests run the program.
tests(
    "Stages", "IntentRecognition",
    [
        "SaybusStage",
        "SaybusIntentRecognition", "SaybusBus", "SaybusExternalEngines", "SaybusMessages", "SaybusPatternMatching",
        "SaybusPhrases", "SaybusStatisticalMatching", "SaybusSupport", "SaybusTesting",
    ], ["saybus-intent"])
// The Swift app that its tests run as a process; no product, so that it is not installed.
package.targets.append(
    .executableTarget(
        name: "saybus-dispatch-test-app", dependencies: ["SaybusConversation"], path: "Tests/Support/DispatchApp"))
tests(
    "Stages", "Dispatch",
    [
        "SaybusDispatch", "SaybusAppFiles", "SaybusConversation", "SaybusSkillHosting", "SaybusSkills", "SaybusBus",
        "SaybusMessages", "SaybusPhrases", "SaybusSupport", "SaybusTesting",
    ], ["saybus-dispatch", "saybus-intent", "saybus-example-hello-skill", "saybus-dispatch-test-app", logging],
    exclude: ["AppModels/model_skill.py"])
// Some of its tests run the program, and have what it says recognized.
tests(
    "Stages", "AudioOutput",
    [
        "SaybusAudioOutput", "SaybusBus", "SaybusEspeakNG", "SaybusExternalEngines", "SaybusMessages",
        "SaybusFlite", "SaybusModelStore", "SaybusONNXRuntime", "SaybusPhrases", "SaybusPiper", "SaybusPocketSphinx",
        "SaybusSound", "SaybusStage", "SaybusSupport", "SaybusTesting", "SaybusTranscription",
    ], ["saybus-audio"])

tests(
    "Apps", "Conversation",
    [
        "SaybusConversation", "SaybusDispatch", "SaybusBus", "SaybusMessages", "SaybusPatternMatching", "SaybusPhrases",
        "SaybusSupport", "SaybusTesting",
    ], [logging])
// Its tests hold the schema of apps' files against the reader, node by node.
tests(
    "Apps", "AppFiles",
    [
        "SaybusPatternMatching",
        "SaybusAppFiles", "SaybusConversation", "SaybusDispatch", "SaybusBus", "SaybusExternalEngines",
        "SaybusMessages", "SaybusPhrases", "SaybusSound", "SaybusSupport", "SaybusTesting",
    ], [logging, sqlite, yaml])
// Its tests hold the store's file, ask Amazon's own library about envelopes, and run the example.
tests(
    "Apps", "Skills", ["SaybusSkills", "SaybusHelloSkill", "SaybusMessages", "SaybusSupport", "SaybusTesting"],
    [sqlite], exclude: ["ask_sdk.py"])
tests("Apps", "SkillSettings", ["SaybusSkillSettings", "SaybusExternalEngines"])
// Its tests run a skill as a program.
tests(
    "Apps", "SkillHosting",
    [
        "SaybusSkillHosting", "SaybusSkillSettings", "SaybusBus", "SaybusConversation", "SaybusExternalEngines",
        "SaybusInteractionModels", "SaybusMessages", "SaybusPatternMatching", "SaybusPhrases", "SaybusSkills",
        "SaybusStage", "SaybusSupport", "SaybusTesting", "SaybusTranscription",
    ], ["saybus-example-pizza-skill", "saybus-dispatch", "saybus-intent"], exclude: ["settings_skill.py"])

// Its tests ask SQLite itself whether a recording is whole.
tests(
    "Tools", "Tap",
    [
        "SaybusTap", "SaybusBus", "SaybusExpectations", "SaybusMessages", "SaybusSound", "SaybusStage",
        "SaybusSupport", "SaybusTesting",
    ], [sqlite])
// Some of its tests run the program, and some a browser, where Chromium is installed.
tests(
    "Tools", "Console",
    [
        "SaybusConsole", "SaybusBus", "SaybusEspeakNG", "SaybusListening", "SaybusMessages", "SaybusPocketSphinx",
        "SaybusSound", "SaybusSupport", "SaybusTap", "SaybusTelemetry", "SaybusTesting", "SaybusTranscription",
    ],
    nio + [
        "saybus-console", "saybus-broker", "saybus-intent", "saybus-transcribe", "saybus-dispatch", "saybus-listen",
        "saybus-tap",
    ])
tests("Tools", "Fuzzing", ["SaybusFuzzing", "SaybusMessages", "SaybusSupport", "SaybusTesting"], exclude: ["Corpora"])
tests("Tools", "Terminal", ["SaybusTerminal"])
tests("Tools", "Benchmarks", ["SaybusBenchmarks", "SaybusTesting"])
tests(
    "Tools", "PipelineFiles",
    [
        "SaybusPipelineFiles", "SaybusOperations", "SaybusMessages", "SaybusStage", "SaybusTelemetry", "SaybusTesting",
    ], programs)
tests(
    "Tools", "Operations",
    [
        "SaybusPatternMatching",
        "SaybusOperations", "SaybusBroker", "SaybusBus", "SaybusExternalEngines", "SaybusListening", "SaybusMessages",
        "SaybusModelStore", "SaybusSound", "SaybusStage", "SaybusSupport", "SaybusTerminal", "SaybusTesting",
        "SaybusTranscription", "SaybusPhrases",
    ])
tests(
    "Tools", "Evaluation",
    [
        "SaybusEvaluation", "SaybusEspeakNG", "SaybusListening", "SaybusMessages", "SaybusSound", "SaybusStage",
        "SaybusStatisticalMatching", "SaybusTerminal", "SaybusTesting", "SaybusTranscription",
    ])

// The examples as processes, with the stages that they need.
tests(
    "Programs", "Examples",
    [
        "SaybusBus", "SaybusMessages", "SaybusPhrases", "SaybusSkillHosting", "SaybusSupport", "SaybusTesting",
        "CSaybusSndFile",
    ],
    [
        "saybus-intent", "saybus-audio", "saybus-dispatch", "saybus-listen", "saybus-transcribe",
        "saybus-example-commands", "saybus-example-mail", "saybus-example-podcasts", "saybus-example-list",
        "saybus-example-search", "saybus-example-hello-skill", "saybus-example-pizza-skill",
        "saybus-example-first", "saybus-example-timers", "saybus-example-hello-app",
    ])
// The programs together, as processes.
tests(
    "Programs", "Pipeline",
    [
        "SaybusBenchmarks", "SaybusBus", "SaybusEspeakNG", "SaybusMessages", "SaybusPocketSphinx", "SaybusSound",
        "SaybusTesting", "SaybusTranscription",
    ], programs)
// Faults, injected for real: killed, frozen and flooded programs, and frames of random bytes.
tests(
    "Programs", "Fault",
    [
        "SaybusBus", "SaybusMessages", "SaybusSound", "SaybusSupport", "SaybusTesting",
        "SaybusZeroMQ",
    ], programs)
// Each stage, and those in Python, on trial.
tests(
    "Programs", "Conformance", ["Saybus", "SaybusBus", "SaybusConformance", "SaybusMessages", "SaybusTesting"],
    ["saybus-smallest-stage"] + programs,
    exclude: ["faulty.py", "faulty_app.py", "faulty_audio.py", "faulty_transcribe.py"])

// The Swift app with metrics and spans of its own, which its tests run as a process; no product, so that it is not
// installed.
package.targets.append(
    .executableTarget(
        name: "saybus-metrics-test-app",
        dependencies: ["SaybusConversation"] + metrics + tracing, path: "Tests/Support/MetricsApp"))
// Metrics and traces of the programs, judged by Prometheus' and OpenTelemetry's own libraries.
tests(
    "Programs", "Metrics",
    [
        "SaybusBroker", "SaybusBus", "SaybusMessages", "SaybusMetricsJudges", "SaybusOperations", "SaybusStage",
        "SaybusTelemetry", "SaybusTesting",
    ], programs + ["saybus-metrics-test-app"], exclude: ["collector.py"])

// Pages of the documentation, whose commands are run as they stand.
tests(
    "Programs", "Pages", ["SaybusBus", "SaybusMessages", "SaybusTesting"],
    programs + ["saybus-wyoming"])

// Programs of others beside Saybus: Wyoming's servers and satellites, Home Assistant, avahi.
tests(
    "Programs", "Peers",
    [
        "SaybusBus", "SaybusEspeakNG", "SaybusMessages", "SaybusPeerPrograms", "SaybusSound", "SaybusTesting",
    ],
    programs + ["saybus-wyoming"],
    exclude: ["hassil_server.py", "home_assistant_api.py", "microphone.py", "zeroconf_browser.py"])

// The project itself: the order of the groups, names, links in the documentation, the version.
tests(
    "Programs", "Project", ["SaybusStage", "SaybusTesting", "SaybusBus", "SaybusMessages"],
    programs + ["saybus-wyoming"])

// MARK: How every target is compiled

// With SAYBUS_STRICT=1 in the environment, as in deploy/test, warnings in Saybus' own targets are errors. Packages that
// depend on Saybus never see this flag, which SwiftPM would refuse in a dependency.
let warnings: [SwiftSetting] =
    Context.environment["SAYBUS_STRICT"] == "1" ? [.unsafeFlags(["-warnings-as-errors"])] : []
// With SAYBUS_OPTIMIZE=1, as in deploy/test, the modules that all messages and all sound pass are optimized in debug
// builds, too: the tests then need half of the processor's time. A module that no other one imports has no job of its
// own that emits its interface, which deploy/test's builds of whole modules would read all sources for again.
let isForTests = Context.environment["SAYBUS_OPTIMIZE"] == "1"
let optimized = isForTests ? ["Core", "Language", "Audio", "Engines", "Stages/Listening"] : []
let optimization: [SwiftSetting] = [.unsafeFlags(["-O"], .when(configuration: .debug))]
let leaf: [SwiftSetting] = [
    .unsafeFlags(["-no-emit-module-separately-wmo"], .when(configuration: .debug))
]
// With SAYBUS_FUZZ=1, as in deploy/fuzz, the modules that decode count the branches that an input takes. Others do not,
// since libFuzzer looks through all counters after each input, and comparisons are not traced: mutations know the
// formats' words.
let decoders: Set<String> =
    Context.environment["SAYBUS_FUZZ"] == "1"
    ? [
        "SaybusAppFiles", "SaybusAudioOutput", "SaybusBroker", "SaybusExternalEngines", "SaybusInteractionModels",
        "SaybusMessages", "SaybusPatternMatching", "SaybusPhrases", "SaybusSkillHosting", "SaybusSkills", "SaybusSound",
        "SaybusTap",
    ] : []
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
        + (decoders.contains(target.name) ? coverage : [])
}
