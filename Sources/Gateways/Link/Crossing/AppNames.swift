import SaybusMessages

/// The names of apps elsewhere: the site's name before the app's, as in `kitchen-7..timers`. Pure.
enum AppNames {
    /// Returns a site's catalog for the recognizers elsewhere, limited to the sessions of that site that are known.
    static func catalog(_ catalog: Catalog, of site: SiteName, in sessions: Set<Session>) -> Catalog {
        var new = catalog
        new.app = site.rawValue + SiteName.separator + catalog.app
        let known = sessions.compactMap { site.qualified($0) }.sorted { $0.rawValue < $1.rawValue }
        let scoped = Set((catalog.scopes ?? []).flatMap(\.commands))
        let others = catalog.commands.map(\.type).filter { !scoped.contains($0) }
        new.scopes = (catalog.scopes ?? []).map { scope in
            Catalog.Scope(commands: scope.commands, sessions: scope.sessions.compactMap { site.qualified($0) })
        }
        if !others.isEmpty { new.scopes?.append(Catalog.Scope(commands: others, sessions: known)) }
        return new
    }

    /// Returns an intent for the site, whose apps have their own names again. Hypotheses of apps elsewhere are left out.
    static func intent(_ intent: SpeechIntent, for site: SiteName) -> SpeechIntent {
        var new = intent
        let prefix = site.rawValue + SiteName.separator
        new.hypotheses = intent.hypotheses.compactMap { hypothesis in
            guard hypothesis.app.hasPrefix(prefix) else { return nil }
            var own = hypothesis
            own.app = String(hypothesis.app.dropFirst(prefix.count))
            return own
        }
        return new
    }
}
