// The settings of call/, under the names the command has for them.
#pragma once

#include "call/nearest_name.h"
#include "call/setting_value.h"
#include "call/settings.h"

namespace memfold::tools {

using call::AnalystKind;
using call::AnalystSettings;
using call::ColorChoice;
using call::edit_distance;
using call::EmbedderKind;
using call::EmbedderSettings;
using call::environment_name;
using call::ExtractorSettings;
using call::find_setting;
using call::join;
using call::ModelKind;
using call::nearest_name;
using call::print_value;
using call::read_value;
using call::setting_keys;
using call::SettingKey;
using call::Settings;
using call::SettingText;
using call::suggestion;
using call::SummarizerSettings;
using call::to_text;

}  // namespace memfold::tools
