import { defineResource } from "../resource";
import { SERVICE_KINDS } from "../../../platform/supabase/database-constants/guide";

export const serviceCategories = defineResource({
  key: "service_categories",
  table: "service_categories",
  titleColumn: "name",
  columns: ["name", "key", "kind", "position", "is_active"],
  filters: ["kind", "is_active"],
  order: "position",
  ascending: true,
  tags: ["services", "service_categories"],
  fields: [
    { name: "name", kind: "text", required: true, max: 80, translated: true },
    { name: "key", kind: "text", required: true, max: 41, format: "code" },
    { name: "parent_key", kind: "reference", reference: { table: "service_categories", key: "key", title: "name" } },
    {
      name: "kind",
      kind: "choice",
      required: true,
      options: SERVICE_KINDS,
    },
    { name: "icon", kind: "slug", required: true, max: 60 },
    { name: "color", kind: "text", required: true, max: 7, format: "color" },
    { name: "position", kind: "number", min: 0, max: 9999, required: true, initial: 0 },
    { name: "is_active", kind: "boolean" },
  ],
});
