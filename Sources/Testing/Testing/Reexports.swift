@_exported import struct SaybusSupport.WaitError
// Tests wait with `Watched`, which lower modules of Saybus use, too.
@_exported import class SaybusSupport.Watched
