//===- ProfileTables.h - a profile's rows in an open database -------------===//

#ifndef MEMFACET_STORE_PROFILETABLES_H
#define MEMFACET_STORE_PROFILETABLES_H

#include "analysis/profile/Profile.h"
#include "analysis/store/Database.h"
#include <memory>

namespace memfacet {

/// Begins to write in an empty database: its tables.
Status createTables(Database &D);
/// Fills them, which ends the writing. The lists of \p P must be sorted as they
/// are read back.
Status storeProfile(Database &D, const Profile &P);

/// Records, and which sites and structures are of them, into \p P, whose sites
/// and structures are there.
Status loadRecords(Database &D, Profile &P);

/// What describes structures and how sites go through them.
Status storeDescriptions(Database &D, const Profile &P);
/// Into \p P, whose structures and sites' accesses are there.
Status loadDescriptions(Database &D, Profile &P);

/// What the detailed simulation of caches knows, and partitions of caches.
Status storeMemory(Database &D, const Profile &P);
/// Into \p P, whose structures and meta data are there.
Status loadMemory(Database &D, Profile &P);
/// Misses by the size of the cache.
Status storeCurves(Database &D, const Profile &P);
/// Into \p P, whose structures are there.
Status loadCurves(Database &D, Profile &P);

/// What a simulated core did.
Status storeCore(Database &D, const Profile &P);
/// Into \p P, whose structures and sites are there.
Status loadCore(Database &D, Profile &P);

/// How sure the counts of a sampled run are.
Status storeSampling(Database &D, const Profile &P);
/// Into \p P, whose structures and caches are there.
Status loadSampling(Database &D, Profile &P);
/// Block vectors.
Status storeBlocks(Database &D, const Profile &P);
Status loadBlocks(Database &D, Profile &P);
/// Into \p P, whose blocks are there.
Status loadBlockPlaces(Database &D, Profile &P);

/// Sampled pairs.
Status storePairs(Database &D, const Profile &P);
/// Into \p P, whose structures are there.
Status loadPairs(Database &D, Profile &P);
/// After loadPairs: what versions before 9 have not.
Status loadPairDetails(Database &D, Profile &P);

/// Lines that threads share.
Status storeSharing(Database &D, const Profile &P);
/// Into \p P, whose structures are there.
Status loadSharing(Database &D, Profile &P, bool HasLockSites);

/// What intervals look like.
Status storeSignatures(Database &D, const Profile &P);
/// Into \p P, whose sites are there. The bytes stay in \p D, which the profile
/// keeps open.
Status loadSignatures(std::shared_ptr<Database> D, Profile &P);

/// What was counted, over time.
Status storeStreams(Database &D, const Profile &P);
/// Into \p P, whose structures are there. The bytes stay in \p D, which the
/// profile keeps open.
Status loadStreams(std::shared_ptr<Database> D, Profile &P);
/// What versions before 7 had in place of streams.
Status loadOldIntervals(Database &D, const Profile &P,
                        std::vector<IntervalCounts> &Rows);

/// The inverse of storeProfile. Whatever the database holds, the result is a
/// whole profile or an error.
Expected<Profile> loadProfile(std::shared_ptr<Database> D);

} // namespace memfacet

#endif
