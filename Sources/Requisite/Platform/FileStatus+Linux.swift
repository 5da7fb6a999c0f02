#if !canImport(Darwin) && !REQUISITE_STAND_INS
  extension stat {
    /// When the file was last changed, in seconds since 1970.
    var changed: TimeInterval { Double(st_mtim.tv_sec) + Double(st_mtim.tv_nsec) * 1e-9 }
  }
#endif
