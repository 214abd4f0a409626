import CSaybusPocketSphinx

/// The library's log, which goes to standard error unless somebody sends it elsewhere.
package enum SphinxLog {
    /// Sends it nowhere, once for the process. Call it before making a decoder.
    ///
    /// The library closes its old log when it is given a new one, and other decoders may be writing to that. So only this
    /// decoder names one; it has no model, and fails right after.
    package static let silenced: Void = {
        guard let config = cmd_ln_parse_r(nil, ps_args(), 0, nil, 0) else { return }
        cmd_ln_set_str_r(config, "-logfn", "/dev/null")
        if let decoder = ps_init(config) { ps_free(decoder) }
        cmd_ln_free_r(config)
    }()
}
