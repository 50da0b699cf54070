import { defineResource } from "../resource";
import { DRAFT_STATUS } from "./choices";
import { MAGAZINE_PAGE_KINDS } from "../../../platform/supabase/database-constants/guide";

export const magazines = defineResource({
  key: "magazines",
  table: "magazines",
  titleColumn: "title",
  columns: ["title", "number", "month", "pages", "status", "updated_at"],
  filters: ["status"],
  order: "number",
  hasTrash: true,
  page: "/revista-digital/{slug}",
  tags: ["magazines", "redirects"],
  fields: [
    { name: "title", kind: "text", required: true, max: 160, translated: true },
    { name: "slug", kind: "slug", required: true },
    { name: "number", kind: "number", required: true, min: 1, max: 9999 },
    { name: "month", kind: "date", required: true, format: "firstOfMonth" },
    { name: "status", kind: "choice", options: DRAFT_STATUS, required: true },
    { name: "summary", kind: "longtext", max: 600, translated: true },
    { name: "pages", kind: "number", min: 0, max: 500, required: true, initial: 0 },
    { name: "pdf_path", kind: "pdf" },
    { name: "cover_url", kind: "image" },
    {
      name: "magazine_pages",
      kind: "rows",
      rows: {
        parent: "magazine_id",
        order: "page",
        fields: [
          { name: "title", kind: "text", max: 160 },
          {
            name: "kind",
            kind: "choice",
            options: MAGAZINE_PAGE_KINDS,
            required: true,
          },
          { name: "body", kind: "markdown" },
        ],
      },
    },
  ],
});
