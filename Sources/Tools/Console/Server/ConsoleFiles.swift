/// The files of the page, by the path in a request.
enum ConsoleFiles {
    /// The content of a file, with its media type.
    struct File: Sendable {
        let type: String
        let bytes: [UInt8]
    }

    private static let script = "text/javascript; charset=utf-8"

    /// The files. They are compiled into the program, so that it needs nothing beside it.
    static let all: [String: File] = [
        "/": File(type: "text/html; charset=utf-8", bytes: PackageResources.index_html),
        "/style.css": File(type: "text/css; charset=utf-8", bytes: PackageResources.style_css),
        "/icon.svg": File(type: "image/svg+xml", bytes: PackageResources.icon_svg),
        "/appfile.js": File(type: script, bytes: PackageResources.appfile_js),
        "/connection.js": File(type: script, bytes: PackageResources.connection_js),
        "/conversation.js": File(type: script, bytes: PackageResources.conversation_js),
        "/deliveries.js": File(type: script, bytes: PackageResources.deliveries_js),
        "/elements.js": File(type: script, bytes: PackageResources.elements_js),
        "/graph.js": File(type: script, bytes: PackageResources.graph_js),
        "/loudspeaker.js": File(type: script, bytes: PackageResources.loudspeaker_js),
        "/main.js": File(type: script, bytes: PackageResources.main_js),
        "/menu.js": File(type: script, bytes: PackageResources.menu_js),
        "/microphone.js": File(type: script, bytes: PackageResources.microphone_js),
        "/microphone-worklet.js": File(type: script, bytes: PackageResources.microphone_worklet_js),
        "/phrases.js": File(type: script, bytes: PackageResources.phrases_js),
        "/presses.js": File(type: script, bytes: PackageResources.presses_js),
        "/questions.js": File(type: script, bytes: PackageResources.questions_js),
        "/recordings.js": File(type: script, bytes: PackageResources.recordings_js),
        "/sound.js": File(type: script, bytes: PackageResources.sound_js),
        "/stages.js": File(type: script, bytes: PackageResources.stages_js),
        "/storage.js": File(type: script, bytes: PackageResources.storage_js),
        "/talk.js": File(type: script, bytes: PackageResources.talk_js),
        "/thresholds.js": File(type: script, bytes: PackageResources.thresholds_js),
        "/try.js": File(type: script, bytes: PackageResources.try_js),
        "/turns.js": File(type: script, bytes: PackageResources.turns_js),
        "/watch.js": File(type: script, bytes: PackageResources.watch_js),
        "/words.js": File(type: script, bytes: PackageResources.words_js),
    ]

    /// The headers of every answer. No script or style stands in the page itself, nothing comes from or goes to another
    /// server, and no other page may frame this one.
    static let headers: [(String, String)] = [
        (
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self'; img-src 'self'; "
                + "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        ),
        ("Permissions-Policy", "microphone=(self), camera=(), geolocation=()"),
        ("Referrer-Policy", "no-referrer"), ("X-Content-Type-Options", "nosniff"),
        ("Cross-Origin-Opener-Policy", "same-origin"), ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Cache-Control", "no-cache"),
    ]
}
