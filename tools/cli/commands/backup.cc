#include "tools/cli/commands.h"

#include "memfold/backup.h"
#include "tools/cli/figures.h"
#include "tools/cli/json.h"
#include "tools/cli/table.h"
#include "tools/cli/text_width.h"

namespace memfold::tools {
namespace {

Json backup_json(const memfold::Backup& backup) {
  return {{"number", backup.number},
          {"at", to_json(backup.at)},
          {"bytes", backup.bytes},
          {"files", backup.files}};
}

ExitCode print_list(const Context& context, const std::string& directory) {
  const std::vector<memfold::Backup> backups = list_backups(directory);
  if (context.json) {
    Json list = Json::array();
    for (const memfold::Backup& backup : backups) list.push_back(backup_json(backup));
    print_document(context.out, {{"backups", list}});
    return kOk;
  }
  Table table({{"number"}, {"made_at"}, {"bytes"}, {"files"}});
  for (const memfold::Backup& backup : backups) {
    table.add({{std::to_string(backup.number)},
               {to_string(backup.at)},
               {std::to_string(backup.bytes)},
               {std::to_string(backup.files)}});
  }
  table.print(context.out, context.screen);
  return kOk;
}

class BackUp final : public Command {
 public:
  BackUp()
      : Command({"backup", "Add the store as it is now to a directory of backups",
                 "  memfold backup /mnt/backups/mail --db mail.db\n"
                 "  memfold backup /mnt/backups/mail --keep 7 --db mail.db\n"
                 "  memfold backup /mnt/backups/mail --list"}) {}

  void configure(CLI::App& app) override {
    app.add_option("directory", directory_, "of the backups; made when it is not there")
        ->type_name("DIR");
    app.add_option("--keep", keep_, "drop all but the newest N afterwards")
        ->type_name("N")
        ->check(CLI::PositiveNumber);
    app.add_flag("--list", list_, "only print what backups there are");
  }

  ExitCode run(Context& context) override {
    if (directory_.empty()) throw UsageError("backup needs the directory of the backups");
    if (list_) return print_list(context, directory_);
    const BackupReport report = back_up(context.existing_db(), directory_, keep_);
    if (context.json) {
      Json json = backup_json(report.made);
      json["copied_bytes"] = report.copied_bytes;
      json["dropped"] = report.dropped;
      print_document(context.out, json);
      return kOk;
    }
    context.out << "Backup " << report.made.number << ": " << bytes_text(report.made.bytes)
                << " in " << counted(report.made.files, "file") << ", "
                << bytes_text(report.copied_bytes) << " of it new; read back and whole.\n";
    if (!report.dropped.empty()) {
      context.out << "Dropped " << counted(report.dropped.size(), "older backup") << ".\n";
    }
    return kOk;
  }

 private:
  std::string directory_;
  std::size_t keep_ = 0;
  bool list_ = false;
};

class RestoreBackup final : public Command {
 public:
  RestoreBackup()
      : Command({"restore-backup", "Make a store of a backup, where there is none yet",
                 "  memfold restore-backup /mnt/backups/mail --db mail.db\n"
                 "  memfold restore-backup /mnt/backups/mail --number 3 --db of-march.db"}) {}

  void configure(CLI::App& app) override {
    app.add_option("directory", directory_, "of the backups")->type_name("DIR");
    app.add_option("--number", number_, "which; the newest otherwise")
        ->type_name("N")
        ->check(CLI::PositiveNumber);
  }

  ExitCode run(Context& context) override {
    if (directory_.empty()) throw UsageError("restore-backup needs the directory of the backups");
    std::optional<std::uint32_t> number;
    if (number_ > 0) number = number_;
    const memfold::Backup restored = restore_backup(directory_, context.db(), number);
    if (context.json) {
      print_document(context.out, backup_json(restored));
      return kOk;
    }
    context.out << "Restored backup " << restored.number << " of " << to_string(restored.at)
                << " to " << printable(context.db()) << ": " << bytes_text(restored.bytes)
                << ", every file as its checksum says. `memfold verify` reads what it means.\n";
    return kOk;
  }

 private:
  std::string directory_;
  std::uint32_t number_ = 0;
};

}  // namespace

std::unique_ptr<Command> make_backup() {
  return std::make_unique<BackUp>();
}

std::unique_ptr<Command> make_restore_backup() {
  return std::make_unique<RestoreBackup>();
}

}  // namespace memfold::tools
