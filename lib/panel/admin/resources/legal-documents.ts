import { defineResource } from "../resource";
import { LEGAL_KEYS } from "../../../platform/supabase/database-constants/accounts";
import { LOCALES } from "../../../platform/supabase/database-constants/platform";

export const legalDocuments = defineResource({
  key: "legal_documents",
  table: "legal_documents",
  titleColumn: "title",
  columns: ["title", "key", "version", "locale", "effective_at"],
  filters: ["key", "locale"],
  order: "effective_at",
  page: "/{key}",
  tags: ["legal_documents"],
  fields: [
    { name: "title", kind: "text", required: true, max: 160 },
    {
      name: "key",
      kind: "choice",
      options: LEGAL_KEYS,
      required: true,
    },
    { name: "version", kind: "text", required: true, max: 20, format: "version" },
    { name: "locale", kind: "choice", options: LOCALES, required: true },
    { name: "effective_at", kind: "datetime", required: true },
    { name: "body", kind: "markdown", required: true },
  ],
});
