// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The precompiled headers of the unit tests belong to this source: a target
// needs one.
