import { defineResource } from "../resource";
import { LOCALES } from "../../../platform/supabase/database-constants/platform";

export const websiteContents = defineResource({
  key: "website_contents",
  table: "website_contents",
  titleColumn: "title",
  columns: ["title", "key", "locale", "updated_at"],
  filters: ["locale"],
  order: "key",
  ascending: true,
  canCreate: false,
  canDelete: false,
  page: "/{key}",
  tags: ["website_contents"],
  fields: [
    { name: "key", kind: "text", readOnly: true },
    { name: "locale", kind: "choice", options: LOCALES, readOnly: true },
    { name: "title", kind: "text", readOnly: true, hidden: true },
    { name: "body", kind: "texts", required: true },
  ],
});
