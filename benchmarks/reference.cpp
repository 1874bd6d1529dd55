// The measure of the benchmarks: what a plain compiled program takes for the same question.
//
// One thread, one hash table, one queue; a state is the places of all pieces packed into an
// integer, pieces of one kind in ascending order.  Nothing is pruned but what was seen before.
//
//   reference solve FILE        a shortest solution; without goals, all that can be reached
//   reference components FILE   all configurations, reachable or not, their edges and components
//   reference diameter FILE     the same, and the diameter of the largest component
//   reference pegs FILE         peg solitaire: all positions, jump by jump, up to symmetry
//
// FILE is a list of words (benchmarks/boards.py writes it); places are numbered from 0:
//   metric piece|line|unit   what counts as one move
//   kind                     begins a kind: pieces that are not told apart
//   place CELLS N E S W      the cells it covers, as bits; the place one step away or -1
//   piece PLACE              where a piece of this kind starts
//   goal                     begins a goal; several are alternatives
//   want N PLACE ...         in this goal a piece is on one of these N places
// and for pegs: peg H, jump FROM OVER TO, turn N IMAGE ... (of each of the N holes).
// Answers are lines "name number".

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <map>
#include <numeric>
#include <string>
#include <vector>

using Word = uint64_t;
using Wide = unsigned __int128;
using Index = uint32_t;

constexpr Index NONE = ~Index(0);
constexpr int MOST = 64;  // pieces

static size_t mixed(Word x) {
  x ^= x >> 29;
  x *= 0x9E3779B97F4A7C15u;
  return x ^ (x >> 32);
}
static size_t mixed(Wide x) { return mixed(Word(x) ^ mixed(Word(x >> 64) + 1)); }

// States in the order in which they were found; open addressing, at most five eighths full.
template <class Key>
struct Table {
  std::vector<Key> keys;
  std::vector<Index> slots = std::vector<Index>(1024, NONE);

  size_t slot(Key key) const {
    size_t last = slots.size() - 1, h = mixed(key) & last;
    while (slots[h] != NONE && keys[slots[h]] != key) h = (h + 1) & last;
    return h;
  }
  Index find(Key key) const { return slots[slot(key)]; }
  bool add(Key key) {
    size_t h = slot(key);
    if (slots[h] != NONE) return false;
    slots[h] = keys.size();
    keys.push_back(key);
    if (keys.size() * 8 > slots.size() * 5) grow();
    return true;
  }
  void grow() {
    size_t size = slots.size() * 2;
    std::vector<Index>().swap(slots);
    slots.assign(size, NONE);
    for (Index k = 0; k < keys.size(); k++) {
      size_t h = mixed(keys[k]) & (size - 1);
      while (slots[h] != NONE) h = (h + 1) & (size - 1);
      slots[h] = k;
    }
  }
};

// --- the board ----------------------------------------------------------------------------

struct Place {
  Word cells;
  int next[4];  // the place one step away in each direction, or -1
};

struct Kind {
  int first, last;  // its places: first <= place < last
  std::vector<int> pieces;
};

struct Board {
  std::string metric;
  std::vector<Place> places;
  std::vector<Kind> kinds;
  std::vector<std::vector<std::vector<int>>> goals;  // goal, wish, any of these places
};

static Board read_board(const char *name) {
  std::ifstream in(name);
  Board board;
  int number, count;
  for (std::string word; in >> word;) {
    if (word == "metric") in >> board.metric;
    if (word == "kind") board.kinds.push_back({(int)board.places.size(), 0, {}});
    if (word == "place") {
      Place place;
      in >> place.cells;
      for (int &next : place.next) in >> next;
      board.places.push_back(place);
      board.kinds.back().last = board.places.size();
    }
    if (word == "piece" && in >> number) board.kinds.back().pieces.push_back(number);
    if (word == "goal") board.goals.emplace_back();
    if (word == "want") {
      board.goals.back().emplace_back();
      for (in >> count; count-- && in >> number;) board.goals.back().back().push_back(number);
    }
  }
  for (Kind &kind : board.kinds) std::sort(kind.pieces.begin(), kind.pieces.end());
  return board;
}

static int bits_of(const Kind &kind) {
  int bits = 0;
  while (1 << bits < kind.last - kind.first) bits++;
  return bits;
}

// --- search -------------------------------------------------------------------------------

template <class Key>
struct Search {
  const Board &board;
  const std::vector<Place> &places;
  int count = 0;  // pieces
  struct Field {
    int base, last, shift;  // places of its kind; its bits in the key
    int low, high;          // the pieces of its kind
    Key mask;
  } fields[MOST];
  int start[MOST];
  Table<Key> table;

  explicit Search(const Board &b) : board(b), places(b.places) {
    int used = 0;
    for (const Kind &kind : b.kinds) {
      int low = count, high = count + kind.pieces.size() - 1, bits = bits_of(kind);
      for (int place : kind.pieces) {
        fields[count] = {kind.first, kind.last, used, low, high, (Key(1) << bits) - 1};
        start[count++] = place;
        used += bits;
      }
    }
  }

  Key pack(const int *at) const {
    Key key = 0;
    for (int i = 0; i < count; i++) key |= Key(at[i] - fields[i].base) << fields[i].shift;
    return key;
  }
  void unpack(Key key, int *at) const {
    for (int i = 0; i < count; i++)
      at[i] = fields[i].base + int((key >> fields[i].shift) & fields[i].mask);
  }
  bool is_goal(const int *at) const {
    for (auto &goal : board.goals) {
      bool all = true;
      for (auto &wish : goal)
        all = all && std::any_of(at, at + count, [&](int place) {
          return std::find(wish.begin(), wish.end(), place) != wish.end();
        });
      if (all) return true;
    }
    return false;
  }

  // Where piece i can go in one move, as the occupied cells allow; returns how many places.
  int targets(int from, Word taken, int *found) const {
    int total = 1;
    found[0] = from;
    bool around = board.metric[0] == 'p', once = board.metric[0] == 'u';
    for (int k = 0; k < (around ? total : 1); k++)
      for (int d = 0; d < 4; d++)
        for (int to = places[found[k]].next[d]; to >= 0; to = places[to].next[d]) {
          if (places[to].cells & taken) break;
          if (around && std::find(found, found + total, to) != found + total) break;
          found[total++] = to;
          if (around || once) break;
        }
    return total;
  }

  // Call visit(places of all pieces) for each state one move away, until it returns true.
  template <class Visit>
  bool neighbours(const int *at, Visit visit) const {
    Word occupied = 0;
    for (int i = 0; i < count; i++) occupied |= places[at[i]].cells;
    int found[4 * MOST], after[MOST];
    for (int i = 0; i < count; i++) {
      int total = targets(at[i], occupied & ~places[at[i]].cells, found);
      for (int k = 1; k < total; k++) {
        int to = found[k], j = i;
        std::copy(at, at + count, after);
        for (; j < fields[i].high && after[j + 1] < to; j++) after[j] = after[j + 1];
        for (; j > fields[i].low && after[j - 1] > to; j--) after[j] = after[j - 1];
        after[j] = to;
        if (visit(after)) return true;
      }
    }
    return false;
  }

  void solve() {
    std::vector<Index> parents{NONE};
    table.add(pack(start));
    Index solved = is_goal(start) ? 0 : NONE;
    int at[MOST] = {}, moves = 0;
    for (Index k = 0; k < table.keys.size() && solved == NONE; k++) {
      unpack(table.keys[k], at);
      neighbours(at, [&](const int *after) {
        if (!table.add(pack(after))) return false;
        parents.push_back(k);
        if (is_goal(after)) solved = parents.size() - 1;
        return solved != NONE;
      });
    }
    if (solved == NONE) solved = parents.size() - 1;  // the last one found is the farthest
    const char *name = board.goals.empty() ? "eccentricity" : "optimum";
    for (Index k = solved; parents[k] != NONE; k = parents[k]) moves++;
    printf("%s %d\nstates %zu\n", name, moves, table.keys.size());
  }

  void arrange(int i, int lowest, Word occupied, int *at) {
    if (i == count) {
      table.add(pack(at));
      return;
    }
    for (int to = i > fields[i].low ? lowest : fields[i].base; to < fields[i].last; to++)
      if (!(places[to].cells & occupied)) {
        at[i] = to;
        arrange(i + 1, to + 1, occupied | places[to].cells, at);
      }
  }

  void graph(bool diameter) {
    int at[MOST] = {};
    arrange(0, 0, 0, at);
    Index total = table.keys.size();
    std::vector<Index> root(total), size(total), heads;
    std::vector<size_t> begin{0};
    std::iota(root.begin(), root.end(), 0);
    auto top = [&](Index k) {
      while (root[k] != k) k = root[k] = root[root[k]];
      return k;
    };
    std::map<int, Index> degrees;
    size_t arcs = 0;
    for (Index k = 0; k < total; k++) {
      int degree = 0;
      unpack(table.keys[k], at);
      neighbours(at, [&](const int *after) {
        Index other = table.find(pack(after)), a = top(k), b = top(other);
        if (a != b) root[std::max(a, b)] = std::min(a, b);
        if (diameter) heads.push_back(other);
        degree++;
        return false;
      });
      degrees[degree]++, arcs += degree;
      begin.push_back(heads.size());
    }
    for (Index k = 0; k < total; k++) size[top(k)]++;
    Index largest = std::max_element(size.begin(), size.end()) - size.begin();
    printf("configurations %u\nedges %zu\ncomponents %zu\nlargest %u\n", total, arcs / 2,
           total - (size_t)std::count(size.begin(), size.end(), 0u), size[largest]);
    for (auto [degree, number] : degrees) printf("degree-%d %u\n", degree, number);
    if (!diameter) return;
    std::vector<Index> members;
    for (Index k = 0; k < total; k++)
      if (top(k) == largest) members.push_back(k);
    bound(members, begin, heads);
  }

  // Takes and Kosters, "Determining the diameter of small world networks", 2011: each search from
  // one vertex bounds all eccentricities, until no bound is above the largest that was met.
  static void bound(const std::vector<Index> &members, const std::vector<size_t> &begin,
                    const std::vector<Index> &to) {
    std::vector<int> lower(begin.size(), 0), upper(begin.size(), 1 << 30), far(begin.size());
    std::vector<Index> left = members, queue(members.size());
    int searches = 0, best = 0;
    for (bool widest = true; !left.empty(); widest = !widest) {
      Index source = left[0];
      for (Index k : left) {
        bool better = widest ? upper[k] > upper[source] : lower[k] < lower[source];
        bool equal = widest ? upper[k] == upper[source] : lower[k] == lower[source];
        if (better || (equal && begin[k + 1] - begin[k] > begin[source + 1] - begin[source]))
          source = k;
      }
      for (Index k : members) far[k] = -1;
      size_t end = 0;
      far[queue[end++] = source] = 0;
      for (size_t head = 0; head < end; head++)
        for (size_t e = begin[queue[head]]; e < begin[queue[head] + 1]; e++)
          if (far[to[e]] < 0) far[queue[end++] = to[e]] = far[queue[head]] + 1;
      int reach = far[queue[end - 1]];
      searches++, best = std::max(best, reach);
      lower[source] = upper[source] = reach;
      for (Index k : left) {
        lower[k] = std::max({lower[k], reach - far[k], far[k]});
        upper[k] = std::min(upper[k], reach + far[k]);
        best = std::max(best, lower[k]);
      }
      left.erase(std::remove_if(left.begin(), left.end(), [&](Index k) { return upper[k] <= best; }),
                 left.end());
    }
    printf("diameter %d\nsearches %d\n", best, searches);
  }
};

// --- pegs ---------------------------------------------------------------------------------

struct Pegs {
  struct Jump {
    Word mask, before;
  };
  Word start = 0;
  std::vector<Jump> jumps;
  std::vector<std::array<std::array<Word, 256>, 8>> turns;  // the image of each byte

  explicit Pegs(const char *name) {
    std::ifstream in(name);
    int a, b, c, count;
    for (std::string word; in >> word;) {
      if (word == "peg") in >> a, start |= Word(1) << a;
      if (word == "jump") {
        in >> a >> b >> c;
        Word from = Word(1) << a | Word(1) << b;
        jumps.push_back({from | Word(1) << c, from});
      }
      if (word == "turn") {
        turns.emplace_back();
        for (auto &byte : turns.back()) byte.fill(0);
        in >> count;
        for (int hole = 0; hole < count && in >> a; hole++)
          for (int value = 0; value < 256; value++)
            if (value >> hole % 8 & 1) turns.back()[hole / 8][value] |= Word(1) << a;
      }
    }
  }

  Word least(Word pegs) const {
    Word best = pegs;
    for (auto &turn : turns) {
      Word image = 0;
      for (int k = 0; k < 8; k++) image |= turn[k][pegs >> 8 * k & 255];
      best = std::min(best, image);
    }
    return best;
  }

  void levels() const {
    std::vector<Word> level{least(start)};
    size_t total = 0, depth = 0;
    for (; !level.empty(); depth++) {
      total += level.size();
      Table<Word> next;
      for (Word pegs : level)
        for (auto &jump : jumps)
          if ((pegs & jump.mask) == jump.before) next.add(least(pegs ^ jump.mask));
      level.swap(next.keys);
    }
    printf("levels %zu\nstates %zu\n", depth, total);
  }
};

template <class Key>
static void run(const Board &board, const std::string &task) {
  Search<Key> search(board);
  task == "solve" ? search.solve() : search.graph(task == "diameter");
}

int main(int argc, char **argv) {
  if (argc != 3) {
    fprintf(stderr, "usage: reference solve|components|diameter|pegs FILE\n");
    return 2;
  }
  std::string task = argv[1];
  if (task == "pegs") {
    Pegs(argv[2]).levels();
    return 0;
  }
  Board board = read_board(argv[2]);
  size_t bits = 0;
  for (const Kind &kind : board.kinds) bits += bits_of(kind) * kind.pieces.size();
  if (bits > 128) {
    fprintf(stderr, "%zu bits: too many\n", bits);
    return 2;
  }
  bits <= 64 ? run<Word>(board, task) : run<Wide>(board, task);
  return 0;
}
