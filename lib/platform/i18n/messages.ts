import type { Locale } from "./routing";

/** One namespace per file of `messages/<locale>/`; a test compares this list with the folder. */
export const NAMESPACES = ["accounts", "admin", "ads", "analytics", "approvals", "blog", "checklists", "errors", "financials", "guide", "inbox", "layout", "magazines", "map", "notifications", "offline", "pages", "payments", "places", "qr-codes", "radio", "records", "regions", "requests", "sales", "search", "sellers", "system"] as const;

/** All messages of a language, keyed by namespace. */
export async function loadMessages(locale: Locale): Promise<Record<string, Record<string, unknown>>> {
  const files = await Promise.all(
    NAMESPACES.map(async (name) => [name, (await import(`../../../messages/${locale}/${name}.json`)).default] as const),
  );
  return Object.fromEntries(files);
}
