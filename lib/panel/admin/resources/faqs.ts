import { defineResource } from "../resource";
import { FAQ_AUDIENCES } from "../../../platform/supabase/database-constants/guide";

export const faqs = defineResource({
  key: "faqs",
  table: "faqs",
  titleColumn: "question",
  columns: ["question", "audience", "position", "updated_at"],
  filters: ["audience"],
  order: "position",
  ascending: true,
  page: "/como-funciona",
  tags: ["faqs"],
  fields: [
    { name: "question", kind: "text", required: true, max: 300, translated: true },
    { name: "answer", kind: "markdown", required: true, translated: true },
    { name: "key", kind: "slug", required: true },
    {
      name: "audience",
      kind: "choice",
      options: FAQ_AUDIENCES,
      required: true,
    },
    { name: "position", kind: "number", min: 0, max: 9999, required: true, initial: 0 },
  ],
});
