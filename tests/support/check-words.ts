import * as ACCOUNTS from "@/lib/platform/supabase/database-constants/accounts";
import * as COMMERCE from "@/lib/platform/supabase/database-constants/commerce";
import * as EVENTS from "@/lib/platform/supabase/database-constants/events";
import * as GARAGE from "@/lib/platform/supabase/database-constants/garage";
import * as GEO from "@/lib/platform/supabase/database-constants/geo";
import * as GUIDE from "@/lib/platform/supabase/database-constants/guide";
import * as PANEL from "@/lib/platform/supabase/database-constants/panel";
import * as PARTNERS from "@/lib/platform/supabase/database-constants/partners";
import * as PLATFORM from "@/lib/platform/supabase/database-constants/platform";
import * as TRAVEL from "@/lib/platform/supabase/database-constants/travel";

const CONSTANTS = {
  ...ACCOUNTS,
  ...COMMERCE,
  ...EVENTS,
  ...GARAGE,
  ...GEO,
  ...GUIDE,
  ...PANEL,
  ...PARTNERS,
  ...PLATFORM,
  ...TRAVEL,
};

/** The words that the check of a text column lists itself or through a function such as `private.body_kinds()`. */
export function wordsOfCheck(definition: string): string[] {
  const lists = new Map<string, unknown>(Object.entries(CONSTANTS));
  const found = definition.matchAll(/'([\w:/-]+)'::text|private\.(\w+)\(\)/g);
  return [...found].flatMap(([, word, list = ""]) => {
    if (word !== undefined) return [word];
    const words = lists.get(list.toUpperCase());
    return Array.isArray(words) ? (words as string[]) : [];
  });
}
