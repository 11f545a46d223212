//===- LibraryFunctions.cpp - what C library functions touch --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/accesses/LibraryFunctions.h"
#include "llvm/IR/Function.h"

using namespace llvm;
using namespace memfacet;
using namespace memfacet::accesses;

static constexpr TouchedRange reads(int8_t Argument, RangeExtent Extent,
                                    int8_t A = NoArgument,
                                    int8_t B = NoArgument) {
  return {AccessKind::Load, Argument, Extent, A, B};
}
static constexpr TouchedRange writes(int8_t Argument, RangeExtent Extent,
                                     int8_t A = NoArgument,
                                     int8_t B = NoArgument) {
  return {AccessKind::Store, Argument, Extent, A, B};
}

// Ranges that several functions touch in the same way. Numbers are arguments,
// from 0.
static constexpr TouchedRange Copy[] = {reads(1, RangeExtent::Count, 2),
                                        writes(0, RangeExtent::Count, 2)};
static constexpr TouchedRange CopyFromFirst[] = {
    reads(0, RangeExtent::Count, 2), writes(1, RangeExtent::Count, 2)};
static constexpr TouchedRange Fill[] = {writes(0, RangeExtent::Count, 2)};
static constexpr TouchedRange Clear[] = {writes(0, RangeExtent::Count, 1)};
static constexpr TouchedRange CompareBlocks[] = {
    reads(0, RangeExtent::Count, 2), reads(1, RangeExtent::Count, 2)};
static constexpr TouchedRange FindInBlock[] = {
    reads(0, RangeExtent::UpToResult, 2)};

static constexpr TouchedRange Length[] = {
    reads(0, RangeExtent::ReturnedAndEnd)};
static constexpr TouchedRange LengthAtMost[] = {
    reads(0, RangeExtent::ReturnedAndEnd, 1)};
static constexpr TouchedRange CopyText[] = {reads(1, RangeExtent::Text, 1),
                                            writes(0, RangeExtent::Text, 1)};
static constexpr TouchedRange CopyTextPadded[] = {
    reads(1, RangeExtent::Text, 1, 2), writes(0, RangeExtent::Count, 2)};
static constexpr TouchedRange Append[] = {reads(0, RangeExtent::Text, 0),
                                          reads(1, RangeExtent::Text, 1),
                                          writes(0, RangeExtent::Appended, 0)};
static constexpr TouchedRange AppendAtMost[] = {
    reads(0, RangeExtent::Text, 0), reads(1, RangeExtent::Text, 1, 2),
    writes(0, RangeExtent::Appended, 0)};
static constexpr TouchedRange Compare[] = {reads(0, RangeExtent::Compared),
                                           reads(1, RangeExtent::Compared)};
static constexpr TouchedRange CompareAtMost[] = {
    reads(0, RangeExtent::Compared, 2), reads(1, RangeExtent::Compared, 2)};
static constexpr TouchedRange CompareFolded[] = {reads(0, RangeExtent::Folded),
                                                 reads(1, RangeExtent::Folded)};
static constexpr TouchedRange CompareFoldedAtMost[] = {
    reads(0, RangeExtent::Folded, 2), reads(1, RangeExtent::Folded, 2)};
static constexpr TouchedRange FindFirst[] = {reads(0, RangeExtent::UpToResult)};
static constexpr TouchedRange FindLast[] = {reads(0, RangeExtent::Text, 0)};
static constexpr TouchedRange FindText[] = {
    reads(1, RangeExtent::Text, 1), reads(0, RangeExtent::UpToMatch, 0)};
static constexpr TouchedRange FindAnyOf[] = {reads(1, RangeExtent::Text, 1),
                                             reads(0, RangeExtent::UpToResult)};
static constexpr TouchedRange Span[] = {reads(1, RangeExtent::Text, 1),
                                        reads(0, RangeExtent::ReturnedAndEnd)};
static constexpr TouchedRange Duplicate[] = {
    reads(0, RangeExtent::Text, 0),
    writes(CallResult, RangeExtent::WrittenText)};
static constexpr TouchedRange DuplicateAtMost[] = {
    reads(0, RangeExtent::Text, 0, 1),
    writes(CallResult, RangeExtent::WrittenText)};
static constexpr TouchedRange Number[] = {reads(0, RangeExtent::Digits)};

static constexpr TouchedRange NumberToBase[] = {
    reads(0, RangeExtent::Digits, 2), writes(1, RangeExtent::Object, 8)};
static constexpr TouchedRange RealNumber[] = {reads(0, RangeExtent::Real)};
static constexpr TouchedRange RealNumberAndEnd[] = {
    reads(0, RangeExtent::Real), writes(1, RangeExtent::Object, 8)};
static constexpr TouchedRange CompareWhole[] = {reads(0, RangeExtent::Text, 0),
                                                reads(1, RangeExtent::Text, 1)};
static constexpr TouchedRange NextToken[] = {
    reads(1, RangeExtent::Text, 1),
    reads(CallResult, RangeExtent::WrittenText)};
static constexpr TouchedRange NextTokenOf[] = {
    reads(1, RangeExtent::Text, 1), reads(CallResult, RangeExtent::WrittenText),
    reads(2, RangeExtent::Object, 8), writes(2, RangeExtent::Object, 8)};
static constexpr TouchedRange NextField[] = {
    reads(0, RangeExtent::Object, 8), reads(1, RangeExtent::Text, 1),
    reads(CallResult, RangeExtent::WrittenText),
    writes(0, RangeExtent::Object, 8)};
static constexpr TouchedRange Sort[] = {reads(0, RangeExtent::Items, 1, 2),
                                        writes(0, RangeExtent::Items, 1, 2)};

static constexpr TouchedRange ReadItems[] = {
    writes(0, RangeExtent::ReturnedItems, 1)};
static constexpr TouchedRange ReadItemsChecked[] = {
    writes(0, RangeExtent::ReturnedItems, 2)};
static constexpr TouchedRange WriteItems[] = {
    reads(0, RangeExtent::ReturnedItems, 1)};
static constexpr TouchedRange GetLine[] = {
    writes(0, RangeExtent::WrittenText, 1)};
static constexpr TouchedRange GetLineChecked[] = {
    writes(0, RangeExtent::WrittenText, 2)};
static constexpr TouchedRange GetWholeLine[] = {writes(0, RangeExtent::Line)};
static constexpr TouchedRange PutText[] = {reads(0, RangeExtent::Text, 0)};
static constexpr TouchedRange Print[] = {
    writes(0, RangeExtent::ReturnedAndEnd)};
static constexpr TouchedRange PrintAtMost[] = {
    writes(0, RangeExtent::ReturnedAndEnd, 1)};

static constexpr TouchedRange Receive[] = {writes(1, RangeExtent::Returned, 2)};
static constexpr TouchedRange Send[] = {reads(1, RangeExtent::Returned, 2)};
static constexpr TouchedRange ReceiveVectors[] = {
    writes(1, RangeExtent::Vectors, 2)};
static constexpr TouchedRange SendVectors[] = {
    reads(1, RangeExtent::Vectors, 2)};
static constexpr TouchedRange ReceiveMessage[] = {
    writes(1, RangeExtent::Message)};
static constexpr TouchedRange SendMessage[] = {reads(1, RangeExtent::Message)};
static constexpr TouchedRange Scan[] = {writes(0, RangeExtent::Scanned)};
static constexpr TouchedRange ScanFile[] = {writes(1, RangeExtent::Scanned)};
static constexpr TouchedRange ScanText[] = {reads(0, RangeExtent::Text, 0),
                                            writes(1, RangeExtent::Scanned)};
static constexpr TouchedRange FillRandom[] = {
    writes(0, RangeExtent::Returned, 1)};
static constexpr TouchedRange ReadLink[] = {
    reads(0, RangeExtent::Path, 0), writes(1, RangeExtent::Returned, 2)};
static constexpr TouchedRange Inspect[] = {reads(0, RangeExtent::Path, 0),
                                           writes(1, RangeExtent::Filled, 18)};
static constexpr TouchedRange InspectOpen[] = {
    writes(1, RangeExtent::Filled, 18)};
static constexpr TouchedRange TellTime[] = {writes(1, RangeExtent::Filled, 2)};
static constexpr TouchedRange TellTimeOfDay[] = {
    writes(0, RangeExtent::Filled, 2)};
static constexpr TouchedRange TellSeconds[] = {
    writes(0, RangeExtent::Object, 8)};
static constexpr TouchedRange MakePipe[] = {writes(0, RangeExtent::Filled, 1)};
static constexpr TouchedRange WorkingFolder[] = {
    writes(CallResult, RangeExtent::WrittenText, 1)};

// Functions of libatomic. Their arguments are the size, the object, other
// memory, and orders. What an exchange that compares writes depends on the
// object's content; processors write the object in any case.
static constexpr TouchedRange AtomicLoad[] = {reads(1, RangeExtent::Count, 0),
                                              writes(2, RangeExtent::Count, 0)};
static constexpr TouchedRange AtomicStore[] = {
    reads(2, RangeExtent::Count, 0), writes(1, RangeExtent::Count, 0)};
static constexpr TouchedRange AtomicExchange[] = {
    reads(2, RangeExtent::Count, 0), reads(1, RangeExtent::Count, 0),
    writes(1, RangeExtent::Count, 0), writes(3, RangeExtent::Count, 0)};
static constexpr TouchedRange AtomicCompare[] = {
    reads(1, RangeExtent::Count, 0), reads(2, RangeExtent::Count, 0),
    reads(3, RangeExtent::Count, 0), writes(1, RangeExtent::Count, 0)};

/// _FORTIFY_SOURCE turns calls of functions into their variants with _chk.
static const LibraryFunction Functions[] = {
    {"memcpy", "pppi", Copy},
    {"memmove", "pppi", Copy},
    {"mempcpy", "pppi", Copy},
    {"__mempcpy", "pppi", Copy},
    {"bcopy", "vppi", CopyFromFirst},
    {"memset", "ppii", Fill},
    {"bzero", "vpi", Clear},
    {"explicit_bzero", "vpi", Clear},
    {"memcmp", "ippi", CompareBlocks},
    {"bcmp", "ippi", CompareBlocks},
    {"memchr", "ppii", FindInBlock},
    {"__memcpy_chk", "pppii", Copy},
    {"__memmove_chk", "pppii", Copy},
    {"__mempcpy_chk", "pppii", Copy},
    {"__memset_chk", "ppiii", Fill},
    {"__explicit_bzero_chk", "vpii", Clear},

    {"wmemcpy", "pppi", Copy, true},
    {"wmemmove", "pppi", Copy, true},
    {"wmempcpy", "pppi", Copy, true},
    {"wmemset", "ppii", Fill, true},
    {"wmemcmp", "ippi", CompareBlocks, true},
    {"wmemchr", "ppii", FindInBlock, true},
    {"wcslen", "ip", Length, true},
    {"wcsnlen", "ipi", LengthAtMost, true},
    {"__wmemcpy_chk", "pppii", Copy, true},
    {"__wmemmove_chk", "pppii", Copy, true},
    {"__wmemset_chk", "ppiii", Fill, true},

    {"strlen", "ip", Length},
    {"strnlen", "ipi", LengthAtMost},
    {"strcpy", "ppp", CopyText},
    {"stpcpy", "ppp", CopyText},
    {"__stpcpy", "ppp", CopyText},
    {"strncpy", "pppi", CopyTextPadded},
    {"stpncpy", "pppi", CopyTextPadded},
    {"strcat", "ppp", Append},
    {"strncat", "pppi", AppendAtMost},
    {"strcmp", "ipp", Compare},
    {"strncmp", "ippi", CompareAtMost},
    {"strcasecmp", "ipp", CompareFolded},
    {"strncasecmp", "ippi", CompareFoldedAtMost},
    {"strchr", "ppi", FindFirst},
    {"index", "ppi", FindFirst},
    {"strchrnul", "ppi", FindFirst},
    {"strrchr", "ppi", FindLast},
    {"rindex", "ppi", FindLast},
    {"strstr", "ppp", FindText},
    {"strpbrk", "ppp", FindAnyOf},
    {"strspn", "ipp", Span},
    {"strcspn", "ipp", Span},
    {"strdup", "pp", Duplicate},
    {"__strdup", "pp", Duplicate},
    {"strndup", "ppi", DuplicateAtMost},
    {"__strndup", "ppi", DuplicateAtMost},
    {"__strcpy_chk", "pppi", CopyText},
    {"__stpcpy_chk", "pppi", CopyText},
    {"__strncpy_chk", "pppii", CopyTextPadded},
    {"__stpncpy_chk", "pppii", CopyTextPadded},
    {"__strcat_chk", "pppi", Append},
    {"__strncat_chk", "pppii", AppendAtMost},
    {"atoi", "ip", Number},
    {"atol", "ip", Number},
    {"atoll", "ip", Number},
    {"strtol", "ippi", NumberToBase},
    {"strtoll", "ippi", NumberToBase},
    {"strtoul", "ippi", NumberToBase},
    {"strtoull", "ippi", NumberToBase},
    {"strtoimax", "ippi", NumberToBase},
    {"strtoumax", "ippi", NumberToBase},
    {"__isoc23_strtol", "ippi", NumberToBase},
    {"__isoc23_strtoll", "ippi", NumberToBase},
    {"__isoc23_strtoul", "ippi", NumberToBase},
    {"__isoc23_strtoull", "ippi", NumberToBase},
    {"atof", "fp", RealNumber},
    {"strtod", "fpp", RealNumberAndEnd},
    {"strtof", "fpp", RealNumberAndEnd},
    {"strtold", "fpp", RealNumberAndEnd},
    {"strcoll", "ipp", CompareWhole},
    {"strverscmp", "ipp", Compare},
    {"strcasestr", "ppp", FindText},
    {"rawmemchr", "ppi", FindFirst},
    {"strtok", "ppp", NextToken},
    {"strtok_r", "pppp", NextTokenOf},
    {"__strtok_r", "pppp", NextTokenOf},
    {"strsep", "ppp", NextField},
    {"__strsep", "ppp", NextField},
    {"qsort", "vpiip", Sort},
    {"qsort_r", "vpiipp", Sort},

    {"fread", "ipiip", ReadItems},
    {"fread_unlocked", "ipiip", ReadItems},
    {"__fread_chk", "ipiiip", ReadItemsChecked},
    {"__fread_unlocked_chk", "ipiiip", ReadItemsChecked},
    {"fwrite", "ipiip", WriteItems},
    {"fwrite_unlocked", "ipiip", WriteItems},
    {"fgets", "ppip", GetLine},
    {"fgets_unlocked", "ppip", GetLine},
    {"__fgets_chk", "ppiip", GetLineChecked},
    {"__fgets_unlocked_chk", "ppiip", GetLineChecked},
    {"getline", "ippp", GetWholeLine},
    {"getdelim", "ippip", GetWholeLine},
    {"__getdelim", "ippip", GetWholeLine},
    {"fputs", "ipp", PutText},
    {"fputs_unlocked", "ipp", PutText},
    {"puts", "ip", PutText},
    {"sprintf", "ipp.", Print},
    {"vsprintf", "ippp", Print},
    {"snprintf", "ipip.", PrintAtMost},
    {"vsnprintf", "ipipp", PrintAtMost},
    {"__sprintf_chk", "ipiip.", Print},
    {"__vsprintf_chk", "ipiipp", Print},
    {"__snprintf_chk", "ipiiip.", PrintAtMost},
    {"__vsnprintf_chk", "ipiiipp", PrintAtMost},
    {"scanf", "ip.", Scan},
    {"fscanf", "ipp.", ScanFile},
    {"sscanf", "ipp.", ScanText},
    {"__isoc99_scanf", "ip.", Scan},
    {"__isoc99_fscanf", "ipp.", ScanFile},
    {"__isoc99_sscanf", "ipp.", ScanText},
    {"__isoc23_scanf", "ip.", Scan},
    {"__isoc23_fscanf", "ipp.", ScanFile},
    {"__isoc23_sscanf", "ipp.", ScanText},

    {"read", "iipi", Receive},
    {"__read_chk", "iipii", Receive},
    {"pread", "iipii", Receive},
    {"pread64", "iipii", Receive},
    {"__pread_chk", "iipiii", Receive},
    {"__pread64_chk", "iipiii", Receive},
    {"recv", "iipii", Receive},
    {"__recv_chk", "iipiii", Receive},
    {"recvfrom", "iipiipp", Receive},
    {"write", "iipi", Send},
    {"pwrite", "iipii", Send},
    {"pwrite64", "iipii", Send},
    {"send", "iipii", Send},
    {"sendto", "iipiipi", Send},
    {"readv", "iipi", ReceiveVectors},
    {"preadv", "iipii", ReceiveVectors},
    {"preadv64", "iipii", ReceiveVectors},
    {"writev", "iipi", SendVectors},
    {"pwritev", "iipii", SendVectors},
    {"pwritev64", "iipii", SendVectors},
    {"recvmsg", "iipi", ReceiveMessage},
    {"sendmsg", "iipi", SendMessage},
    {"getrandom", "ipii", FillRandom},
    {"readlink", "ippi", ReadLink},
    {"__readlink_chk", "ippii", ReadLink},
    {"stat", "ipp", Inspect},
    {"lstat", "ipp", Inspect},
    {"fstat", "iip", InspectOpen},
    {"stat64", "ipp", Inspect},
    {"lstat64", "ipp", Inspect},
    {"fstat64", "iip", InspectOpen},
    {"clock_gettime", "iip", TellTime},
    {"gettimeofday", "ipp", TellTimeOfDay},
    {"time", "ip", TellSeconds},
    {"pipe", "ip", MakePipe},
    {"pipe2", "ipi", MakePipe},
    {"getcwd", "ppi", WorkingFolder},
    {"__getcwd_chk", "ppii", WorkingFolder},
    {"__atomic_load", "vippi", AtomicLoad},
    {"__atomic_store", "vippi", AtomicStore},
    {"__atomic_exchange", "vipppi", AtomicExchange},
    {"__atomic_compare_exchange", "bipppii", AtomicCompare},
};

LibraryFunctions::LibraryFunctions() {
  for (const LibraryFunction &F : Functions)
    ByName[F.Name] = &F;
}

static bool isOfType(const Type *Ty, char Letter) {
  switch (Letter) {
  case 'p':
    return Ty->isPointerTy() && Ty->getPointerAddressSpace() == 0;
  case 'i':
    return Ty->isIntegerTy(32) || Ty->isIntegerTy(64);
  case 'b':
    return Ty->isIntegerTy(1) || Ty->isIntegerTy(8);
  case 'f':
    return Ty->isFloatingPointTy();
  default:
    return Ty->isVoidTy();
  }
}

static bool hasSignature(const FunctionType &Ty, StringRef Signature) {
  bool IsVariadic = Signature.consume_back(".");
  if (Ty.isVarArg() != IsVariadic ||
      Ty.getNumParams() + 1 != Signature.size() ||
      !isOfType(Ty.getReturnType(), Signature[0]))
    return false;
  for (unsigned I = 0; I != Ty.getNumParams(); ++I)
    if (!isOfType(Ty.getParamType(I), Signature[I + 1]))
      return false;
  return true;
}

/// Returns whether compilers call \p Name themselves, regardless of their
/// options: a function of that name that does something else would break any
/// program.
static bool isCalledByCompilers(StringRef Name) {
  return Name == "memcpy" || Name == "memmove" || Name == "memset" ||
         Name == "memcmp" || Name.starts_with("__atomic_");
}

static bool meansLibrary(const CallBase &Call, StringRef Name) {
  std::string Attribute = ("no-builtin-" + Name).str();
  const llvm::Function *Caller = Call.getFunction();
  if (Caller->hasFnAttribute(Attribute) || Call.hasFnAttr(Attribute))
    return false;
  if (Caller->hasFnAttribute("no-builtins"))
    return isCalledByCompilers(Name);
  return !Call.isNoBuiltin();
}

const LibraryFunction *LibraryFunctions::find(const CallBase &Call) const {
  const llvm::Function *Callee = Call.getCalledFunction();
  if (!Callee || !Callee->isDeclaration() || Callee->isIntrinsic())
    return nullptr;
  StringRef Name = GlobalValue::dropLLVMManglingEscape(Callee->getName());
  const LibraryFunction *Known = ByName.lookup(Name);
  return Known && hasSignature(*Callee->getFunctionType(), Known->Signature) &&
                 meansLibrary(Call, Name)
             ? Known
             : nullptr;
}
