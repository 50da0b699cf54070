import "server-only";
import { cache } from "react";
import { DEFAULT_LOCALE, type Locale } from "../../platform/i18n/routing";
import { createPublicClient } from "../../platform/supabase/public";
import { versionsIn, type LegalKey } from "./rules";
import { orThrow } from "../../platform/supabase/or-throw";

/** Every current and past version of a legal text, the current one first. */
export const listLegalVersions = cache(async (key: LegalKey, locale: Locale) => {
  const data = orThrow(
    await createPublicClient(["legal_documents"])
      .from("legal_documents")
      .select("version, locale, title, body, effective_at")
      .eq("key", key)
      .in("locale", [locale, DEFAULT_LOCALE])
      .order("effective_at", { ascending: false })
      .limit(100),
  );
  return versionsIn(data, locale);
});
