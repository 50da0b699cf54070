import { defineResource } from "../resource";

export const glossaryTerms = defineResource({
  key: "glossary_terms",
  table: "glossary_terms",
  titleColumn: "term",
  columns: ["term", "key", "updated_at"],
  order: "term",
  ascending: true,
  page: "/como-funciona",
  tags: ["glossary_terms"],
  fields: [
    { name: "term", kind: "text", required: true, max: 120, translated: true },
    { name: "definition", kind: "longtext", required: true, translated: true },
    { name: "key", kind: "slug", required: true },
  ],
});
