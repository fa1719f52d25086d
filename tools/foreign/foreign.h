// What the files of other memories say, as facts.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "memfold/fact.h"

namespace memfold::tools {

/// The facts of one file, and what became of the rest.
struct ForeignFacts {
  std::vector<Fact> facts;                        ///< in the order of the file
  std::uint64_t entries = 0;                      ///< memories, observations, relations or rows
  std::map<std::string, std::uint64_t> left_out;  ///< why -> how many entries; never content
};

/// A kind of file. read() gives what it can use and counts the rest; throws UsageError for a text
/// that is not of this kind at all. `user`: of entries that name nobody.
struct ForeignKind {
  std::string_view name, help;
  ForeignFacts (*read)(std::string_view text, const std::string& user);
};

/// mem0, memory-mcp, csv.
std::span<const ForeignKind> foreign_kinds();

// mem0: what get_all() or an export gives, as a list, {"results": [...]} or JSON lines.
ForeignFacts read_mem0(std::string_view text, const std::string& user);
// memory-mcp: the file of the reference server for MCP, entities and relations as JSON lines.
ForeignFacts read_memory_mcp(std::string_view text, const std::string& user);
// csv: RFC 4180 with a header; columns are fields of a fact, others become metadata.
ForeignFacts read_csv(std::string_view text, const std::string& user);

}  // namespace memfold::tools
