import { defineResource } from "../resource";

export const blogCategories = defineResource({
  key: "blog_categories",
  table: "blog_categories",
  titleColumn: "name",
  columns: ["name", "key", "position"],
  order: "position",
  ascending: true,
  tags: ["blog"],
  fields: [
    { name: "name", kind: "text", required: true, max: 80, translated: true },
    { name: "key", kind: "slug", required: true },
    { name: "position", kind: "number", min: 0, max: 9999, required: true, initial: 0 },
  ],
});
