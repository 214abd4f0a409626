// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "saybus",
    products: [
        .library(name: "Messages", targets: ["Messages"]),
        .library(name: "Bus", targets: ["Bus"]),
        .library(name: "Stage", targets: ["Stage"]),
        .library(name: "Conversation", targets: ["Conversation"]),
        .library(name: "Skills", targets: ["Skills"]),
        .library(name: "SkillHosting", targets: ["SkillHosting"]),
        .library(name: "SaybusTesting", targets: ["SaybusTesting"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: [
        // MARK: System libraries, from Debian's -dev packages
        // (libzmq, KISS FFT and PortAudio go without pkg-config: theirs gives flags that SwiftPM refuses with a warning.)

        // libzmq: message sockets.
        .systemLibrary(
            name: "CZeroMQ", path: "Sources/System/CZeroMQ",
            providers: [.apt(["libzmq3-dev"])]),
        // libsndfile: WAV, FLAC and Ogg files.
        .systemLibrary(
            name: "CSndFile", path: "Sources/System/CSndFile", pkgConfig: "sndfile",
            providers: [.apt(["libsndfile1-dev"])]),
        // libspeexdsp: resampling.
        .systemLibrary(
            name: "CSpeexDSP", path: "Sources/System/CSpeexDSP", pkgConfig: "speexdsp",
            providers: [.apt(["libspeexdsp-dev"])]),
        // KISS FFT: Fourier transforms.
        .systemLibrary(
            name: "CKissFFT", path: "Sources/System/CKissFFT",
            providers: [.apt(["libkissfft-dev"])]),
        // PortAudio: microphones and loudspeakers.
        .systemLibrary(
            name: "CPortAudio", path: "Sources/System/CPortAudio",
            providers: [.apt(["portaudio19-dev"])]),
        // libpocketsphinx: speech recognition.
        .systemLibrary(
            name: "CPocketSphinx", path: "Sources/System/CPocketSphinx", pkgConfig: "pocketsphinx",
            providers: [.apt(["libpocketsphinx-dev", "pocketsphinx-en-us"])]),
        // libespeak-ng: speech synthesis.
        .systemLibrary(
            name: "CEspeakNG", path: "Sources/System/CEspeakNG", pkgConfig: "espeak-ng",
            providers: [.apt(["libespeak-ng-dev"])]),

        // MARK: The bus

        // libzmq for Swift: context, one type per socket role, monitor, CURVE keys. Knows nothing of voice.
        .target(name: "ZeroMQ", dependencies: ["CZeroMQ"]),
        // The wire: envelope, topics, every kind of message with its schema.
        .target(name: "Messages"),
        // Typed publish and subscribe with readiness, loss counters and tracked delivery.
        .target(
            name: "Bus",
            dependencies: [
                "ZeroMQ", "Messages", .product(name: "HeapModule", package: "swift-collections"),
                .product(name: "Logging", package: "swift-log"),
            ]),
        // What every stage shares: options, lifecycle, status beats, exit codes.
        .target(
            name: "Stage",
            dependencies: [
                "Messages", "Bus", "Phrases",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ]),
        // The forwarder that all messages pass: stamps, retained values, one owner per endpoint.
        .target(
            name: "Broker",
            dependencies: [
                "ZeroMQ", "Messages", "Bus", "Stage",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
                .product(name: "Yams", package: "Yams"),
            ]),

        // MARK: Material of the stages

        // Times, summed up in bounded memory, and chance that can be repeated.
        .target(name: "Statistics"),
        // PCM audio: files, resampling, devices, tones.
        .target(name: "Sound", dependencies: ["CSndFile", "CSpeexDSP", "CPortAudio"]),
        // The language of command patterns: templates, words, numbers in words.
        .target(name: "Phrases"),
        // Utterances matched with the patterns of all apps at once.
        .target(name: "PatternMatching", dependencies: ["Messages", "Phrases", "Statistics"]),
        // Models of others, as catalogs: Alexa's interaction models, Home Assistant's sentences.
        .target(
            name: "InteractionModels",
            dependencies: ["Messages", "Phrases", "PatternMatching", .product(name: "Yams", package: "Yams")]),

        // Web servers asked: bounded time, bounded answers, few redirections.
        .target(name: "HTTP", dependencies: ["Messages"]),
        // Engines of others: programs and servers, every wait with a deadline.
        .target(name: "ForeignEngines", dependencies: ["Stage"]),
        // The Wyoming protocol: events over a socket.
        .target(name: "Wyoming", dependencies: ["ForeignEngines", "Messages"]),

        // Utterances understood by what has been learnt from samples: intents and slots.
        .target(name: "StatisticalMatching", dependencies: ["Statistics"]),

        // libespeak-ng, shared by all in a process that speak or spell with it.
        .target(name: "Espeak", dependencies: ["CEspeakNG"]),
        // What pocketsphinx needs wherever it is used: its model, how words are said; and key phrases, spotted.
        .target(name: "PocketSphinx", dependencies: ["CPocketSphinx", "CEspeakNG", "Espeak"]),

        // Whether sound has the pitch of a voice.
        .target(name: "Voicing"),
        // Noise taken out of speech.
        .target(name: "Enhancement", dependencies: ["CKissFFT"]),

        // MARK: The stages, in the order of the data

        // Audio in: sources, endpointing, wake word, echo, turns.
        .target(
            name: "Listening",
            dependencies: [
                "Stage", "Bus", "Messages", "Sound", "Voicing", "PocketSphinx", "CSpeexDSP",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]),
        // Speech to text: recognizers, grammars from the catalog.
        .target(
            name: "Transcription",
            dependencies: [
                "Stage", "Bus", "Messages", "Phrases", "ForeignEngines", "Wyoming", "PocketSphinx", "CPocketSphinx",
                "Voicing", "Enhancement",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]),
        // Text to intents with typed parameters.
        .target(
            name: "IntentRecognition",
            dependencies: [
                "Stage", "Bus", "Messages", "Phrases", "PatternMatching", "InteractionModels",
                "StatisticalMatching", "Statistics", "ForeignEngines", "HTTP", "Wyoming",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]),
        // Apps: commands, questions, topics, sounds; what they say and what they do.
        .target(
            name: "Conversation",
            dependencies: [
                "Stage", "Bus", "Messages", "Phrases", "PatternMatching", "Sound", "HTTP",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "Subprocess", package: "swift-subprocess"),
                .product(name: "Yams", package: "Yams"),
            ]),
        // Audio sequences to sound: synthesis, tones, sinks.
        .target(
            name: "AudioOutput",
            dependencies: [
                "Stage", "Bus", "Messages", "Phrases", "Sound", "ForeignEngines", "Wyoming", "CEspeakNG", "Espeak",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]),

        // Skills after Alexa's: request and response envelopes, handlers, session and persistent attributes.
        .target(
            name: "Skills",
            dependencies: ["Messages", .product(name: "GRDB", package: "GRDB.swift")]),
        // Skills in conversations: sessions, dialogs by the interaction model, skills elsewhere.
        .target(
            name: "SkillHosting",
            dependencies: [
                "Skills", "Conversation", "ForeignEngines", "HTTP", "InteractionModels", "PatternMatching", "Phrases",
                "Stage", "Bus", "Messages",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Yams", package: "Yams"),
            ]),

        // MARK: Tools around the pipeline

        // Watching the bus, recording and replaying it.
        .target(
            name: "Tap",
            dependencies: [
                "Stage", "Bus", "Messages", "Sound", "Statistics",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ]),
        // Starting, supervising, asking and diagnosing a pipeline.
        .target(
            name: "Operations",
            dependencies: [
                "Stage", "Bus", "Messages", "Phrases", "Sound", "Statistics", "PatternMatching", "InteractionModels",
                "StatisticalMatching", "Listening", "Transcription", "IntentRecognition", "ForeignEngines",
                "SaybusTesting",
                "Conversation", "Skills", "SkillHosting",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Subprocess", package: "swift-subprocess"),
            ]),
        // What things cost, beside what they are built on.
        .target(
            name: "Benchmarks",
            dependencies: [
                "Bus", "Messages", "Stage", "Conversation", "PatternMatching", "StatisticalMatching", "Statistics",
                "IntentRecognition", "PocketSphinx", "Listening", "Enhancement", "CSpeexDSP", "Transcription",
                "AudioOutput", "ForeignEngines", "Sound",
                "InteractionModels", "Skills", "SkillHosting", "SaybusTesting", "ZeroMQ", "CZeroMQ",
                .product(name: "Logging", package: "swift-log"),
            ]),
        // A bus in a test, a stage as a process, unique endpoints.
        .target(
            name: "SaybusTesting",
            dependencies: [
                "Broker", "Bus", "Messages", "Sound", "ZeroMQ",
                .product(name: "Subprocess", package: "swift-subprocess"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)

// MARK: The programs: parse the options, build the services, run the group.

let programs: [(name: String, library: String)] = [
    ("saybus-broker", "Broker"), ("saybus-listen", "Listening"), ("saybus-transcribe", "Transcription"),
    ("saybus-intent", "IntentRecognition"), ("saybus-dispatch", "Conversation"), ("saybus-audio", "AudioOutput"),
    ("saybus-tap", "Tap"), ("saybus", "Operations"), ("saybus-bench", "Benchmarks"),
]
// What a program needs besides its own library.
let more: [String: [Target.Dependency]] = [
    "saybus": ["SaybusTesting", "Phrases", "Listening", "Transcription", "IntentRecognition", "ForeignEngines"],
    "saybus-dispatch": ["SkillHosting"],
]
for program in programs {
    package.products.append(.executable(name: program.name, targets: [program.name]))
    package.targets.append(
        .executableTarget(
            name: program.name,
            dependencies: [
                .target(name: program.library), "Stage",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ] + (more[program.name] ?? [])))
}

// MARK: Examples: apps as programs of their own.

// What two of the examples share: topics of a list and of a search in it.
package.targets.append(.target(name: "Products", dependencies: ["Conversation"], path: "Sources/Examples/Products"))
let examples: [(name: String, folder: String, shared: [Target.Dependency])] = [
    ("example-commands", "CommandTutorial", []), ("example-mail", "PokemonMail", []),
    ("example-list", "ProductList", ["Products"]), ("example-search", "ProductSearch", ["Products"]),
    ("example-podcasts", "PodcastPlayer", []),
]
for example in examples {
    package.targets.append(
        .executableTarget(
            name: example.name, dependencies: ["Conversation"] + example.shared,
            path: "Sources/Examples/\(example.folder)"))
}

// A skill, as an app of its own or hosted.
package.targets.append(
    .target(name: "HelloSkill", dependencies: ["Skills"], path: "Sources/Examples/HelloSkill", exclude: ["en-US.json"]))
// Skills as programs of their own.
let skills: [(name: String, folder: String, more: [Target.Dependency])] = [
    ("example-hello-skill", "HelloProgram", ["HelloSkill"]), ("example-pizza-skill", "PizzaSkill", ["Messages"]),
]
for skill in skills {
    package.targets.append(
        .executableTarget(
            name: skill.name, dependencies: ["Skills", "SkillHosting"] + skill.more,
            path: "Sources/Examples/\(skill.folder)"))
}

// The smallest stage, as the documentation shows it.
package.targets.append(
    .executableTarget(
        name: "smallest-stage",
        dependencies: [
            "Stage", "Bus", "Messages",
            .product(name: "ArgumentParser", package: "swift-argument-parser"),
            .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        ],
        path: "Sources/Examples/SmallestStage"))

// MARK: Tests, one target per library, and Pipeline for the programs as processes.

for library in [
    "ZeroMQ", "Messages", "Bus", "Broker", "Stage", "Sound", "Phrases", "PatternMatching", "InteractionModels",
    "StatisticalMatching", "HTTP", "Wyoming", "PocketSphinx", "Enhancement", "Listening", "Transcription",
    "IntentRecognition", "Conversation", "AudioOutput", "Skills", "SkillHosting", "Statistics", "Tap", "Operations",
] {
    package.targets.append(
        .testTarget(
            name: "\(library)Tests",
            dependencies: Set([
                library, "SaybusTesting", "Broker", "Bus", "Messages", "Phrases", "PatternMatching", "PocketSphinx",
                "Sound",
                "Statistics", "StatisticalMatching", "ForeignEngines", "HTTP", "ZeroMQ",
            ])
            .sorted().map { .target(name: $0) }))
}

// Some of its tests run the program.
package.targets.first { $0.name == "IntentRecognitionTests" }?.dependencies.append("saybus-intent")
// Its tests run a skill as a program.
package.targets.first { $0.name == "SkillHostingTests" }?.dependencies += [
    "Skills", "InteractionModels", "Conversation", "Transcription", "example-pizza-skill", "saybus-intent",
]
// Some of its tests run the program, and have what it says recognized.
package.targets.first { $0.name == "AudioOutputTests" }?.dependencies += ["saybus-audio", "Transcription"]
// Its tests read command lines.
package.targets.first { $0.name == "TranscriptionTests" }?.dependencies.append(
    .product(name: "ArgumentParser", package: "swift-argument-parser"))
// Its tests hold the schema of apps' files against the reader, node by node.
package.targets.first { $0.name == "ConversationTests" }?.dependencies.append(.product(name: "Yams", package: "Yams"))

// The examples as processes, with the stages that they need.
package.targets.append(
    .testTarget(
        name: "ExamplesTests",
        dependencies: [
            "SaybusTesting", "Bus", "Messages", "SkillHosting", "saybus-intent", "saybus-audio", "saybus-dispatch",
            "saybus-listen", "saybus-transcribe",
        ]
            + examples.map { .target(name: $0.name) } + skills.map { .target(name: $0.name) }))

// Its tests hold the store's file, ask Amazon's own library about envelopes, and run the example.
if let tests = package.targets.first(where: { $0.name == "SkillsTests" }) {
    tests.dependencies += ["HelloSkill", .product(name: "GRDB", package: "GRDB.swift")]
    tests.exclude = ["ask_sdk.py"]
}
// Its tests ask SQLite itself whether a recording is whole.
package.targets.first { $0.name == "TapTests" }?.dependencies.append(.product(name: "GRDB", package: "GRDB.swift"))

// The programs together, as processes.
package.targets.append(
    .testTarget(
        name: "PipelineTests",
        dependencies: ["Benchmarks", "SaybusTesting", "Bus", "Messages", "PocketSphinx", "Sound", "Transcription"]
            + programs.map { .target(name: $0.name) }))

// Faults, injected for real: killed, frozen and flooded programs, and frames of random bytes.
package.targets.append(
    .testTarget(
        name: "FaultTests",
        dependencies: ["SaybusTesting", "Benchmarks", "Bus", "Messages", "Sound", "ZeroMQ"]
            + programs.map { .target(name: $0.name) }))

// Each stage, and those in Python, on trial.
package.targets.append(
    .testTarget(
        name: "ConformanceTests",
        dependencies: ["SaybusTesting", "Bus", "Messages", "smallest-stage"] + programs.map { .target(name: $0.name) },
        exclude: ["faulty.py"]))

// Checked strictness for every target (SE-0335, SE-0444).
for target in package.targets where target.type != .system {
    target.swiftSettings = [.enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility")]
}
