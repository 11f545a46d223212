//===- LibraryFunctions.cpp - what C library functions touch --------------===//

#include "pass/accesses/LibraryFunctions.h"
#include "llvm/IR/Function.h"

using namespace llvm;
using namespace memfacet;

static constexpr Touch reads(int8_t At, Extent How, int8_t A = NoArgument,
                             int8_t B = NoArgument) {
  return {AccessKind::Load, At, How, A, B};
}
static constexpr Touch writes(int8_t At, Extent How, int8_t A = NoArgument,
                              int8_t B = NoArgument) {
  return {AccessKind::Store, At, How, A, B};
}

// What several functions do alike. Numbers are arguments, from 0.
static constexpr Touch Copy[] = {reads(1, Extent::Count, 2),
                                 writes(0, Extent::Count, 2)};
static constexpr Touch CopyFromFirst[] = {reads(0, Extent::Count, 2),
                                          writes(1, Extent::Count, 2)};
static constexpr Touch Fill[] = {writes(0, Extent::Count, 2)};
static constexpr Touch Clear[] = {writes(0, Extent::Count, 1)};
static constexpr Touch CompareBlocks[] = {reads(0, Extent::Count, 2),
                                          reads(1, Extent::Count, 2)};
static constexpr Touch FindInBlock[] = {reads(0, Extent::UpToResult, 2)};

static constexpr Touch Length[] = {reads(0, Extent::ReturnedAndEnd)};
static constexpr Touch LengthAtMost[] = {reads(0, Extent::ReturnedAndEnd, 1)};
static constexpr Touch CopyText[] = {reads(1, Extent::Text, 1),
                                     writes(0, Extent::Text, 1)};
static constexpr Touch CopyTextPadded[] = {reads(1, Extent::Text, 1, 2),
                                           writes(0, Extent::Count, 2)};
static constexpr Touch Append[] = {reads(0, Extent::Text, 0),
                                   reads(1, Extent::Text, 1),
                                   writes(0, Extent::Appended, 0)};
static constexpr Touch AppendAtMost[] = {reads(0, Extent::Text, 0),
                                         reads(1, Extent::Text, 1, 2),
                                         writes(0, Extent::Appended, 0)};
static constexpr Touch Compare[] = {reads(0, Extent::Compared),
                                    reads(1, Extent::Compared)};
static constexpr Touch CompareAtMost[] = {reads(0, Extent::Compared, 2),
                                          reads(1, Extent::Compared, 2)};
static constexpr Touch CompareFolded[] = {reads(0, Extent::Folded),
                                          reads(1, Extent::Folded)};
static constexpr Touch CompareFoldedAtMost[] = {reads(0, Extent::Folded, 2),
                                                reads(1, Extent::Folded, 2)};
static constexpr Touch FindFirst[] = {reads(0, Extent::UpToResult)};
static constexpr Touch FindLast[] = {reads(0, Extent::Text, 0)};
static constexpr Touch FindText[] = {reads(1, Extent::Text, 1),
                                     reads(0, Extent::UpToMatch, 0)};
static constexpr Touch FindAnyOf[] = {reads(1, Extent::Text, 1),
                                      reads(0, Extent::UpToResult)};
static constexpr Touch Span[] = {reads(1, Extent::Text, 1),
                                 reads(0, Extent::ReturnedAndEnd)};
static constexpr Touch Duplicate[] = {reads(0, Extent::Text, 0),
                                      writes(TheResult, Extent::WrittenText)};
static constexpr Touch DuplicateAtMost[] = {
    reads(0, Extent::Text, 0, 1), writes(TheResult, Extent::WrittenText)};
static constexpr Touch Number[] = {reads(0, Extent::Digits)};

static constexpr Touch NumberToBase[] = {reads(0, Extent::Digits, 2),
                                         writes(1, Extent::Object, 8)};
static constexpr Touch RealNumber[] = {reads(0, Extent::Real)};
static constexpr Touch RealNumberAndEnd[] = {reads(0, Extent::Real),
                                             writes(1, Extent::Object, 8)};
static constexpr Touch CompareWhole[] = {reads(0, Extent::Text, 0),
                                         reads(1, Extent::Text, 1)};
static constexpr Touch NextToken[] = {reads(1, Extent::Text, 1),
                                      reads(TheResult, Extent::WrittenText)};
static constexpr Touch NextTokenOf[] = {
    reads(1, Extent::Text, 1), reads(TheResult, Extent::WrittenText),
    reads(2, Extent::Object, 8), writes(2, Extent::Object, 8)};
static constexpr Touch NextField[] = {
    reads(0, Extent::Object, 8), reads(1, Extent::Text, 1),
    reads(TheResult, Extent::WrittenText), writes(0, Extent::Object, 8)};
static constexpr Touch Sort[] = {reads(0, Extent::Items, 1, 2),
                                 writes(0, Extent::Items, 1, 2)};

static constexpr Touch ReadItems[] = {writes(0, Extent::ReturnedItems, 1)};
static constexpr Touch ReadItemsChecked[] = {
    writes(0, Extent::ReturnedItems, 2)};
static constexpr Touch WriteItems[] = {reads(0, Extent::ReturnedItems, 1)};
static constexpr Touch GetLine[] = {writes(0, Extent::WrittenText, 1)};
static constexpr Touch GetLineChecked[] = {writes(0, Extent::WrittenText, 2)};
static constexpr Touch GetWholeLine[] = {writes(0, Extent::Line)};
static constexpr Touch PutText[] = {reads(0, Extent::Text, 0)};
static constexpr Touch Print[] = {writes(0, Extent::ReturnedAndEnd)};
static constexpr Touch PrintAtMost[] = {writes(0, Extent::ReturnedAndEnd, 1)};

static constexpr Touch Receive[] = {writes(1, Extent::Returned, 2)};
static constexpr Touch Send[] = {reads(1, Extent::Returned, 2)};
static constexpr Touch ReceiveVectors[] = {writes(1, Extent::Vectors, 2)};
static constexpr Touch SendVectors[] = {reads(1, Extent::Vectors, 2)};
static constexpr Touch ReceiveMessage[] = {writes(1, Extent::Message)};
static constexpr Touch SendMessage[] = {reads(1, Extent::Message)};
static constexpr Touch Scan[] = {writes(0, Extent::Scanned)};
static constexpr Touch ScanFile[] = {writes(1, Extent::Scanned)};
static constexpr Touch ScanText[] = {reads(0, Extent::Text, 0),
                                     writes(1, Extent::Scanned)};
static constexpr Touch FillRandom[] = {writes(0, Extent::Returned, 1)};
static constexpr Touch ReadLink[] = {reads(0, Extent::Text, 0),
                                     writes(1, Extent::Returned, 2)};
static constexpr Touch Inspect[] = {reads(0, Extent::Text, 0),
                                    writes(1, Extent::Filled, 18)};
static constexpr Touch InspectOpen[] = {writes(1, Extent::Filled, 18)};
static constexpr Touch TellTime[] = {writes(1, Extent::Filled, 2)};
static constexpr Touch TellTimeOfDay[] = {writes(0, Extent::Filled, 2)};
static constexpr Touch TellSeconds[] = {writes(0, Extent::Object, 8)};
static constexpr Touch MakePipe[] = {writes(0, Extent::Filled, 1)};
static constexpr Touch WorkingFolder[] = {
    writes(TheResult, Extent::WrittenText, 1)};

/// The variants with _chk are what _FORTIFY_SOURCE makes of the others.
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
  case 'f':
    return Ty->isFloatingPointTy();
  default:
    return Ty->isVoidTy();
  }
}

static bool hasSignature(const FunctionType &Ty, StringRef Signature) {
  bool Variadic = Signature.consume_back(".");
  if (Ty.isVarArg() != Variadic || Ty.getNumParams() + 1 != Signature.size() ||
      !isOfType(Ty.getReturnType(), Signature[0]))
    return false;
  for (unsigned I = 0; I != Ty.getNumParams(); ++I)
    if (!isOfType(Ty.getParamType(I), Signature[I + 1]))
      return false;
  return true;
}

/// Compilers call these themselves, whatever their options say: a function of
/// that name that does something else would break any program.
static bool isCalledByCompilers(StringRef Name) {
  return Name == "memcpy" || Name == "memmove" || Name == "memset" ||
         Name == "memcmp";
}

static bool meansLibrary(const CallBase &Call, StringRef Name) {
  std::string Own = ("no-builtin-" + Name).str();
  const llvm::Function *Caller = Call.getFunction();
  if (Caller->hasFnAttribute(Own) || Call.hasFnAttr(Own))
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
