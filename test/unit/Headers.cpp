// The precompiled headers of the unit tests belong to this source: a target
// needs one.
