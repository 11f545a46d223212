//===- orders/BTree.h - an ordered index ----------------------------------===//
//
// A B+-tree from keys to values, unique keys, no removal. Leaves are chained,
// so that a range is read from left to right without going up again.
//
//===----------------------------------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ORDERS_BTREE_H
#define ORDERS_BTREE_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace orders {

template <typename Key, typename Value> class BTree {
public:
  BTree() : Root(newLeaf()) {}

  size_t size() const { return Entries; }

  /// False when the key is there already; its value is kept.
  bool insert(const Key &K, const Value &V) {
    Path.clear();
    Node *Leaf = descend(K, &Path);
    unsigned Slot = lowerBound(*Leaf, K);
    if (Slot < Leaf->Count && Leaf->Keys[Slot] == K)
      return false;
    ++Entries;
    insertAt(*Leaf, Slot, K);
    auto &Values = static_cast<LeafNode *>(Leaf)->Values;
    std::move_backward(Values + Slot, Values + Leaf->Count - 1,
                       Values + Leaf->Count);
    Values[Slot] = V;
    if (Leaf->Count == Fanout)
      split(Leaf);
    return true;
  }

  const Value *find(const Key &K) const {
    const Node *Leaf = descend(K, nullptr);
    unsigned Slot = lowerBound(*Leaf, K);
    if (Slot == Leaf->Count || !(Leaf->Keys[Slot] == K))
      return nullptr;
    return &static_cast<const LeafNode *>(Leaf)->Values[Slot];
  }

  /// Calls Visit(key, value) for the keys in [Low, High), in order.
  template <typename Visitor>
  void scan(const Key &Low, const Key &High, Visitor Visit) const {
    auto *Leaf = static_cast<const LeafNode *>(descend(Low, nullptr));
    for (unsigned I = lowerBound(*Leaf, Low); Leaf; Leaf = Leaf->Next, I = 0)
      for (; I < Leaf->Count; ++I) {
        if (!(Leaf->Keys[I] < High))
          return;
        Visit(Leaf->Keys[I], Leaf->Values[I]);
      }
  }

private:
  /// A node splits as soon as it is full.
  static constexpr unsigned Fanout = 32;

  struct Node {
    bool IsLeaf = true;
    unsigned Count = 0;
    Key Keys[Fanout];
  };
  struct LeafNode : Node {
    Value Values[Fanout];
    LeafNode *Next = nullptr;
  };
  /// Keys[I] is the smallest key below Children[I + 1].
  struct InnerNode : Node {
    Node *Children[Fanout + 1];
  };

  Node *newLeaf() {
    Leaves.push_back(std::make_unique<LeafNode>());
    return Leaves.back().get();
  }

  InnerNode *newInner() {
    Inners.push_back(std::make_unique<InnerNode>());
    Inners.back()->IsLeaf = false;
    return Inners.back().get();
  }

  static unsigned lowerBound(const Node &N, const Key &K) {
    return unsigned(std::lower_bound(N.Keys, N.Keys + N.Count, K) - N.Keys);
  }

  Node *descend(const Key &K, std::vector<InnerNode *> *Visited) const {
    Node *N = Root;
    while (!N->IsLeaf) {
      auto *Inner = static_cast<InnerNode *>(N);
      if (Visited)
        Visited->push_back(Inner);
      auto *Bound = std::upper_bound(N->Keys, N->Keys + N->Count, K);
      N = Inner->Children[Bound - N->Keys];
    }
    return N;
  }

  static void insertAt(Node &N, unsigned Slot, const Key &K) {
    std::move_backward(N.Keys + Slot, N.Keys + N.Count, N.Keys + N.Count + 1);
    N.Keys[Slot] = K;
    ++N.Count;
  }

  /// Moves the upper half to a new right sibling; returns it with the key that
  /// separates the two.
  std::pair<Node *, Key> splitLeaf(LeafNode &Left) {
    auto *Right = static_cast<LeafNode *>(newLeaf());
    constexpr unsigned Half = Fanout / 2;
    std::copy(Left.Keys + Half, Left.Keys + Fanout, Right->Keys);
    std::copy(Left.Values + Half, Left.Values + Fanout, Right->Values);
    Right->Count = Fanout - Half;
    Left.Count = Half;
    Right->Next = Left.Next;
    Left.Next = Right;
    return {Right, Right->Keys[0]};
  }

  /// As splitLeaf, but the separating key moves up.
  std::pair<Node *, Key> splitInner(InnerNode &Left) {
    InnerNode *Right = newInner();
    constexpr unsigned Half = Fanout / 2;
    std::copy(Left.Keys + Half + 1, Left.Keys + Fanout, Right->Keys);
    std::copy(Left.Children + Half + 1, Left.Children + Fanout + 1,
              Right->Children);
    Right->Count = Fanout - Half - 1;
    Left.Count = Half;
    return {Right, Left.Keys[Half]};
  }

  /// Splits a full leaf and, as far as needed, the nodes in Path above it.
  void split(Node *Full) {
    while (Full->Count == Fanout) {
      auto [Right, Separator] =
          Full->IsLeaf ? splitLeaf(*static_cast<LeafNode *>(Full))
                       : splitInner(*static_cast<InnerNode *>(Full));
      if (Path.empty()) {
        InnerNode *Top = newInner();
        Top->Count = 1;
        Top->Keys[0] = Separator;
        Top->Children[0] = Full;
        Top->Children[1] = Right;
        Root = Top;
        return;
      }
      InnerNode *Parent = Path.back();
      Path.pop_back();
      unsigned Slot = lowerBound(*Parent, Separator);
      insertAt(*Parent, Slot, Separator);
      std::move_backward(Parent->Children + Slot + 1,
                         Parent->Children + Parent->Count,
                         Parent->Children + Parent->Count + 1);
      Parent->Children[Slot + 1] = Right;
      Full = Parent;
    }
  }

  std::vector<std::unique_ptr<LeafNode>> Leaves;
  std::vector<std::unique_ptr<InnerNode>> Inners;
  std::vector<InnerNode *> Path; ///< of the insertion under way
  Node *Root;
  size_t Entries = 0;
};

} // namespace orders

#endif
