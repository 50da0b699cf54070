import * as CONSTANTS from "@/lib/platform/supabase/database.constants";

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
