import ArgumentParser
import SaybusLink
import SaybusMessages
import SaybusStage

/// The options that choose what crosses to other sites.
struct CrossingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The name of this site: 1 to 24 letters a to z, digits, hyphens and underscores, unique among all sites.",
            valueName: "name"))
    var site: String

    @Option(
        help: ArgumentHelp(
            "A role that recognizers elsewhere fill, transcribe or intent; can be repeated.", valueName: "role"))
    var use: [String] = []

    @Option(
        help: ArgumentHelp(
            "A role that the recognizers here fill for other sites, transcribe or intent; can be repeated.",
            valueName: "role"))
    var serve: [String] = []

    @Option(
        help: ArgumentHelp(
            "A further kind to send to other sites, such as card.shown; can be repeated.", valueName: "kind"))
    var send: [String] = []

    @Option(
        help: ArgumentHelp(
            "A further kind to take from other sites, such as audio.sequence; can be repeated.", valueName: "kind"))
    var accept: [String] = []

    @Option(
        help: ArgumentHelp("With --use: the only conversation that crosses; can be repeated.", valueName: "name"))
    var onlySession: [String] = []

    @Option(help: ArgumentHelp("With --serve: the only site that is served; can be repeated.", valueName: "name"))
    var onlySite: [String] = []

    @Option(
        help: ArgumentHelp(
            "With --serve: take only the spoken turns of share i (from 0) of n of all conversations, such as 0/4.",
            valueName: "i/n"),
        transform: { try BucketShare.option($0) })
    var buckets: BucketShare?

    func validate() throws {
        for role in use + serve where !LinkConfiguration.roles.contains(Role(role)) {
            let known = LinkConfiguration.roles.sorted().listed(separator: " or ")
            throw ValidationError("--use and --serve take \(known), not \"\(role)\".")
        }
        guard use.isEmpty || serve.isEmpty else {
            throw ValidationError("Choose --use or --serve: a site that serves others has recognizers of its own.")
        }
        guard !(use + serve + send + accept).isEmpty else {
            throw ValidationError("Nothing is to cross: name --use, --serve, --send or --accept.")
        }
        for name in onlySession where Session(rawValue: name) == nil {
            throw ValidationError(
                "--only-session takes 1 to 64 letters a to z, digits, dots, underscores or hyphens, not \"\(name)\".")
        }
    }

    func apply(to configuration: inout LinkConfiguration) throws(LinkError) {
        (configuration.uses, configuration.serves) = (Set(use.map { Role($0) }), Set(serve.map { Role($0) }))
        configuration.sends = try LinkConfiguration.kinds(send)
        configuration.accepts = try LinkConfiguration.kinds(accept)
        if !onlySession.isEmpty { configuration.sessions = Set(onlySession.compactMap { Session(rawValue: $0) }) }
        if !onlySite.isEmpty {
            configuration.sites = Set(try onlySite.map { name throws(LinkError) in try LinkConfiguration.site(name) })
        }
        configuration.share = buckets
    }
}
