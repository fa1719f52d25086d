#include "sets.h"

namespace memfold::testing_summaries {

const std::vector<Set>& english_sets() {
  static const std::vector<Set> kSets = {
      {"a launch that moves",
       {"Hi Tom,\n\nThe launch of the new shop is planned for 3 May. The budget is $40,000.\n\n"
        "Best,\nAnn",
        "Hi Ann,\n\nGood news: the board approved the budget. Could you book the venue?\n\n"
        "Thanks\nTom",
        "Update: the launch of the new shop moved to 10 May because the hall is taken on the 3rd. "
        "Lena writes the press release."},
       3,
       {"10 May", "approved the budget"},
       {"planned for 3 May", "Hi Tom", "Best", "Thanks", "Could you"},
       {"launch", "budget"}},
      {"a price that rises twice",
       {"The rent of the Mill Lane office is $2,100 a month.",
        "The rent of the Mill Lane office went up to $2,300 a month.",
        "The rent of the Mill Lane office is now $2,450 a month. The landlord repairs the lift "
        "in June."},
       2,
       {"$2,450", "repairs the lift"},
       {"$2,100", "$2,300"},
       {"rent"}},
      {"notes of a project",
       {"- Importer reads CSV and XLSX\n- Search is slow on 2 million rows",
        "- Decision: we go with SQLite for the index\n- Marta owns the importer",
        "- Search takes 40 ms on 2 million rows since the index is in SQLite\n- Release 1.4 is "
        "due on 12 September"},
       3,
       {"12 September", "SQLite"},
       {"- - "},
       {"importer", "search"}},
      {"a person's year",
       {"Nora moved to Lisbon in February.",
        "Nora started as a data engineer at Quillworks in "
        "April.",
        "Nora broke her wrist in July and could not climb for two months.",
        "Nora was promoted to team lead at Quillworks in November."},
       2,
       {"promoted to team lead"},
       {},
       {"nora", "quillworks"}},
      {"a thank-you is no news",
       {"Hello Priya,\n\nThank you so much for the lovely evening!\n\nThe dentist moved my "
        "appointment to Thursday at 15:30, so I cannot pick up Sam.\n\nHope you are well.\n\n"
        "Kind regards,\nJulia"},
       1,
       {"Thursday at 15:30"},
       {"lovely evening", "Hope you", "regards", "Hello"},
       {"dentist"}},
      {"what is quoted is somebody else's",
       {"On Mon, 2 Mar 2026, Karl wrote:\n> The old pump delivers 12 litres a minute.\n> We should "
        "keep it.\n\nThe old pump is broken since Sunday. I ordered a Grund 300 for $890, it "
        "arrives on 9 March.\n\n-- \nIvo Brandt\nWaterworks"},
       2,
       {"Grund 300", "9 March"},
       {"12 litres", "Ivo Brandt", "wrote"},
       {"pump"}},
      {"code and logs stay out",
       {"The nightly build of the parser fails on ARM since commit 41f9.\n\n"
        "```\nint main() {\n  return parse(0);\n}\n```\n\n"
        "I reverted the commit and the build is green again.\n"},
       2,
       {"fails on ARM", "build is green"},
       {"int main", "return parse"},
       {"build"}},
      {"a pronoun points nowhere",
       {"The generator at the north site ran out of diesel on 4 January. It was refilled the same "
        "evening. This cost us six hours. The supplier will deliver 800 litres every Monday."},
       2,
       {"ran out of diesel", "800 litres every Monday"},
       {"It was refilled", "This cost us"},
       {"generator"}},
      {"said twice, told once",
       {"The kitchen gets new tiles in April.", "The kitchen gets new tiles in April.",
        "The electrician comes on Wednesday at 9."},
       3,
       {"new tiles in April", "electrician"},
       {},
       {"kitchen"}},
      {"cancelled",
       {"The summer picnic is on 18 July at Riverside Park.",
        "The summer picnic on 18 July is cancelled.",
        "The deposit of $300 for the park was refunded."},
       2,
       {"is cancelled", "$300"},
       {"picnic is on 18 July at"},
       {"picnic"}},
      {"advertising words give way to what holds",
       {"Don't miss out!!!\n\nClick here to unsubscribe.\n\nYour flight LX1612 on 14 August now "
        "departs at 06:55 from gate B32.\n\nThank you for flying with us."},
       1,
       {"06:55"},
       {"unsubscribe", "Don't miss", "Thank you"},
       {"flight"}},
      {"a long thread",
       {"Hi all,\n\nI suggest that we rebuild the boathouse roof in slate.",
        "Slate is too heavy for the old beams, the engineer says.", "What about zinc?",
        "Zinc weighs 7 kg per square metre, slate 40.",
        "The committee decided on zinc by 6 votes to 1.",
        "The roofer Hallam offers to do the boathouse roof in zinc for $18,400.",
        "Thanks, everyone!", "The boathouse roof is done: Hallam finished on 2 October."},
       3,
       {"zinc", "2 October"},
       {"Thanks", "What about"},
       {"boathouse roof", "zinc"}},
  };
  return kSets;
}

}  // namespace memfold::testing_summaries
