//===- EmptyDatabase.cpp - a file of SQLite with empty tables -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers are big-endian. A file is a row of pages; page 1 begins with the
// file's header, and holds the root of the schema: a table with a row for each
// table, index and view. Every table and index has a root page of its own.
//
//===----------------------------------------------------------------------===//

#include "analysis/result/store/EmptyDatabase.h"
#include "memfacet/Check.h"
#include <array>
#include <cerrno>
#include <cstring>
#include <sqlite3.h>
#include <string>
#include <sys/uio.h>
#include <vector>

namespace memfacet::result {
namespace {

constexpr size_t PageBytes = 4096, FileHeaderBytes = 100;
/// The rest of all pages without cells, once: so this process needs memory for
/// one page only.
constexpr std::array<char, PageBytes> Zeros = {};
/// Most bytes of a row of which no part is on pages of its own.
[[maybe_unused]] constexpr size_t MostInPage = PageBytes - 35;

enum PageKind : uint8_t { TableNode = 5, IndexLeaf = 10, TableLeaf = 13 };
constexpr size_t LeafHeaderBytes = 8, NodeHeaderBytes = 12;
/// Offsets in the header of a page: of the number of cells, of where they
/// begin, and of the last page below an inner one.
constexpr size_t CountOffset = 3, CellsOffset = 5, LastOffset = 8;

void putNumber(std::string &Target, size_t Position, uint32_t Value,
               size_t Bytes) {
  for (size_t I = 0; I != Bytes; ++I)
    Target[Position + I] = char(Value >> 8 * (Bytes - 1 - I));
}

/// Returns \p Value with seven bits in each byte, the highest ones first.
std::string variableLength(uint32_t Value) {
  std::string Bytes(1, char(Value & 0x7f));
  while (Value >>= 7)
    Bytes.insert(Bytes.begin(), char(0x80 | (Value & 0x7f)));
  return Bytes;
}

/// A page, whose cells grow from its end towards its header and their places.
class Page {
public:
  /// \p Begin is where the header is.
  explicit Page(PageKind Kind, size_t Begin = 0)
      : Bytes(PageBytes, '\0'), Begin(Begin), Kind(Kind) {}

  bool hasRoomFor(size_t Cell) const {
    return placesEnd() + PlaceBytes + Cell <= Cells;
  }
  void add(std::string_view Cell) {
    MEMFACET_CHECK(hasRoomFor(Cell.size()), "callers ask hasRoomFor first");
    Cells -= Cell.size();
    Bytes.replace(Cells, Cell.size(), Cell);
    putNumber(Bytes, placesEnd(), uint32_t(Cells), PlaceBytes);
    ++Count;
  }
  /// \p Last: the page after the cells of an inner page.
  std::string finish(uint32_t Last) {
    Bytes[Begin] = char(Kind);
    putNumber(Bytes, Begin + CountOffset, Count, 2);
    putNumber(Bytes, Begin + CellsOffset, uint32_t(Cells), 2);
    if (Kind == TableNode)
      putNumber(Bytes, Begin + LastOffset, Last, 4);
    return std::move(Bytes);
  }

private:
  static constexpr size_t PlaceBytes = 2;
  size_t placesEnd() const {
    return Begin + (Kind == TableNode ? NodeHeaderBytes : LeafHeaderBytes) +
           PlaceBytes * Count;
  }

  std::string Bytes;
  size_t Begin, Cells = PageBytes;
  uint32_t Count = 0;
  PageKind Kind;
};

/// Returns a row of the schema as the cell of a leaf. \p Sql is null if there
/// is no text.
std::string schemaCell(uint32_t RowId, std::string_view Type,
                       std::string_view Name, std::string_view Table,
                       uint32_t Root, const std::string *Sql) {
  auto Text = [](size_t Bytes) {
    return variableLength(uint32_t(2 * Bytes + 13));
  };
  constexpr char FourBytes = 4, Null = 0;
  std::string Kinds = Text(Type.size()) + Text(Name.size()) +
                      Text(Table.size()) + FourBytes +
                      (Sql ? Text(Sql->size()) : std::string(1, Null));
  MEMFACET_CHECK(Kinds.size() < 127, "a header of one byte");
  std::string Values = fmt::format("{}{}{}", Type, Name, Table);
  Values.append(4, '\0');
  putNumber(Values, Values.size() - 4, Root, 4);
  if (Sql)
    Values += *Sql;
  std::string Record = char(Kinds.size() + 1) + Kinds + Values;
  MEMFACET_CHECK(Record.size() <= MostInPage, "nothing overflows a page");
  return variableLength(uint32_t(Record.size())) + variableLength(RowId) +
         Record;
}

/// All pages but the first, and the rows that the first one leads to.
class Pages {
public:
  void addTable(const TableText &T) {
    bool HasRowId = T.hasRowId();
    addRow("table", T.Name, T.Name, addRoot(HasRowId ? TableLeaf : IndexLeaf),
           &T.Creation);
    if (HasRowId && T.KeyColumns > 1)
      addRow("index", fmt::format("sqlite_autoindex_{}_1", T.Name), T.Name,
             addRoot(IndexLeaf), nullptr);
  }
  void addView(const ViewText &V) {
    std::string Sql = V.definition();
    addRow("view", V.Name, V.Name, 0, &Sql);
  }

  Status write(int Fd, DatabaseNumbers Numbers) {
    addLeaf();
    Page Root(TableNode, FileHeaderBytes);
    for (const auto &[Number, LastRow] : Leaves) {
      if (Number == Leaves.back().Number)
        break;
      std::string Cell(4, '\0');
      putNumber(Cell, 0, Number, 4);
      Root.add(Cell + variableLength(LastRow));
    }
    std::string First = Root.finish(Leaves.back().Number);
    First.replace(0, FileHeaderBytes, header(Numbers));
    std::vector<iovec> Parts;
    auto Add = [&](const char *Data, size_t Length) {
      Parts.push_back({const_cast<char *>(Data), Length});
    };
    Add(First.data(), First.size());
    for (const std::string &Each : OtherPages) {
      Add(Each.data(), Each.size());
      if (Each.size() != PageBytes)
        Add(Zeros.data(), PageBytes - Each.size());
    }
    ssize_t Length = ssize_t((OtherPages.size() + 1) * PageBytes);
    ssize_t Wrote = writev(Fd, Parts.data(), int(Parts.size()));
    if (Wrote != Length)
      return Error{std::strerror(Wrote < 0 ? errno : ENOSPC)};
    return {};
  }

private:
  struct LeafPlace {
    uint32_t Number, LastRow;
  };

  uint32_t add(std::string Bytes) {
    OtherPages.push_back(std::move(Bytes));
    return uint32_t(OtherPages.size() + 1);
  }
  uint32_t addRoot(PageKind Kind) {
    std::string Header(LeafHeaderBytes, '\0');
    Header[0] = char(Kind);
    putNumber(Header, CellsOffset, PageBytes, 2);
    return add(std::move(Header));
  }
  void addLeaf() {
    Leaves.push_back({add(Leaf.finish(0)), Rows});
    Leaf = Page(TableLeaf);
  }
  void addRow(std::string_view Type, std::string_view Name,
              std::string_view Table, uint32_t Root, const std::string *Sql) {
    std::string Cell = schemaCell(Rows + 1, Type, Name, Table, Root, Sql);
    if (!Leaf.hasRoomFor(Cell.size()))
      addLeaf();
    Leaf.add(Cell);
    ++Rows;
  }

  std::string header(DatabaseNumbers Numbers) const {
    std::string Bytes(FileHeaderBytes, '\0');
    Bytes.replace(0, 16, "SQLite format 3\0", 16);
    struct Field {
      size_t Position, Length;
      uint32_t Value;
    };
    constexpr uint32_t Changes = 1, SchemaFormat = 4, Utf8 = 1;
    for (auto [Position, Length, Value] : std::initializer_list<Field>{
             {16, 2, PageBytes},
             {18, 1, 1}, // readers and writers need no log
             {19, 1, 1},
             {21, 1, 64}, // fractions of a page, always these
             {22, 1, 32},
             {23, 1, 32},
             {24, 4, Changes},
             {28, 4, uint32_t(OtherPages.size() + 1)},
             {40, 4, Changes}, // of the schema
             {44, 4, SchemaFormat},
             {56, 4, Utf8},
             {60, 4, Numbers.Version},
             {68, 4, Numbers.Application},
             {92, 4, Changes}, // for which the number of pages is right
             {96, 4, SQLITE_VERSION_NUMBER}})
      putNumber(Bytes, Position, Value, Length);
    return Bytes;
  }

  std::vector<std::string> OtherPages; ///< without the zeros after a header
  std::vector<LeafPlace> Leaves;
  Page Leaf{TableLeaf};
  uint32_t Rows = 0;
};

} // namespace

Status writeEmptyDatabase(int Fd, DatabaseNumbers Numbers,
                          std::span<const TableText> Tables,
                          std::span<const ViewText> Views) {
  Pages All;
  for (const TableText &T : Tables)
    if (T.In.contains(Numbers.Version))
      All.addTable(T);
  for (const ViewText &V : Views)
    All.addView(V);
  return All.write(Fd, Numbers);
}

} // namespace memfacet::result
