// A bot in C++17 that needs no library: it chooses at random. Write yours in `choose`.
// Compile it by: g++ -O2 -std=c++17 -o porter-cpp bots/cpp/porter.cpp
// Play it by: saqqara play ./porter-cpp random
// The arena writes a line of JSON and waits for one: see sdk/PROTOCOL.md.
#include <iostream>
#include <random>
#include <string>
#include <string_view>
#include <vector>

using Chance = std::mt19937_64;
using Parts = std::vector<std::string_view>;

// "views": "ask" leaves `view` out of the turns, since this bot does not read it.
constexpr auto hello = R"({"type":"hello","protocol":1,"name":"porter","views":"ask"})";
constexpr auto ready = R"({"type":"ready"})";

std::string_view trimmed(std::string_view text) {
  const auto blanks = " \t\r\n";
  const auto first = text.find_first_not_of(blanks);
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

// Splits an array into its items, or an object into its keys and values, as they are written.
Parts parts(std::string_view json) {
  Parts found;
  std::size_t start = 0;
  int depth = 0;
  bool in_string = false;
  for (std::size_t at = 0; at < json.size(); ++at) {
    const char letter = json[at];
    if (letter == '\\') {
      ++at;  // skip what it escapes
    } else if (letter == '"') {
      in_string = !in_string;
    } else if (!in_string && (letter == '{' || letter == '[')) {
      if (++depth == 1) start = at + 1;
    } else if (!in_string && (letter == ',' || letter == ':' || letter == '}' || letter == ']')) {
      if (depth == 1) {
        const auto part = trimmed(json.substr(start, at - start));
        if (!part.empty()) found.push_back(part);
        start = at + 1;
      }
      if (letter == '}' || letter == ']') --depth;
    }
  }
  return found;
}

// Returns a field of an object as it is written, so strings keep their quotes and escapes.
std::string_view field(std::string_view json, const std::string& name) {
  const auto found = parts(json);
  for (std::size_t key = 0; key + 1 < found.size(); key += 2) {
    if (found[key] == '"' + name + '"') return found[key + 1];
  }
  return "null";
}

// Chance from the match's seed alone, so that a match can be repeated.
Chance chance_from(std::string_view seed) {
  std::seed_seq numbers(seed.begin(), seed.end());
  return Chance(numbers);
}

std::string_view choose(const Parts& actions, Chance& chance) {
  return actions[chance() % actions.size()];
}

std::string answer(std::string_view turn, Chance& chance) {
  const std::string version(field(turn, "version"));
  const auto actions = parts(field(turn, "actions"));
  if (actions.empty()) {
    return R"({"type":"error","version":)" + version + R"(,"message":"no action"})";
  }
  const std::string action(choose(actions, chance));
  return R"({"type":"answer","version":)" + version + R"(,"action":)" + action + "}";
}

int main() {
  std::ios::sync_with_stdio(false);
  Chance chance;
  for (std::string line; std::getline(std::cin, line);) {
    const auto type = field(line, "type");
    if (type == R"("match_started")") chance = chance_from(field(line, "seed"));
    const auto reply = type == R"("hello")"  ? hello
                       : type == R"("turn")" ? answer(line, chance)
                                             : ready;
    std::cout << reply << std::endl;  // which flushes
  }
}
