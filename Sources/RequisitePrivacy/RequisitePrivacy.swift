// A module for the privacy manifest alone, which app stores ask of a library on Apple's platforms. RequisitePlatform, which asks for
// the times of files, depends on it there. Elsewhere the manifest would make a bundle next to every program.
