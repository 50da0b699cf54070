import { defineResource } from "../resource";

export const redirects = defineResource({
  key: "redirects",
  table: "redirects",
  titleColumn: "from_path",
  columns: ["from_path", "to_path", "hits", "updated_at"],
  tags: ["redirects"],
  fields: [
    { name: "from_path", kind: "link", required: true, max: 300, format: "path" },
    { name: "to_path", kind: "link", max: 300, format: "path" },
    { name: "hits", kind: "number", readOnly: true },
  ],
});
