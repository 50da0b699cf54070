import { defineResource } from "../resource";
import { CHECKLIST_ANSWERS, CHECKLIST_KINDS } from "../../../platform/supabase/database-constants/guide";

export const checklistTemplates = defineResource({
  key: "checklist_templates",
  table: "checklist_templates",
  titleColumn: "title",
  columns: ["title", "kind", "key", "is_public", "position"],
  filters: ["kind"],
  order: "position",
  ascending: true,
  page: "/checklist-viagem",
  tags: ["checklist_templates"],
  fields: [
    { name: "title", kind: "text", required: true, max: 160, translated: true },
    { name: "kind", label: "checklistKind", kind: "choice", required: true, options: CHECKLIST_KINDS },
    { name: "key", kind: "slug", required: true },
    { name: "is_public", kind: "boolean" },
    { name: "position", kind: "number", min: 0, max: 9999, required: true, initial: 0 },
    {
      name: "checklist_template_items",
      kind: "rows",
      rows: {
        parent: "template_id",
        order: "position",
        fields: [
          { name: "text", kind: "text", required: true, max: 300 },
          { name: "why", kind: "longtext", max: 600 },
          { name: "key", kind: "slug", required: true },
          { name: "section_key", kind: "text", required: true, max: 60, format: "code" },
          { name: "section", kind: "text", required: true, max: 120 },
          { name: "answer", label: "itemAnswer", kind: "choice", required: true, options: CHECKLIST_ANSWERS },
          { name: "unit", kind: "text", max: 20 },
          { name: "choices", kind: "longtext", max: 600 },
          { name: "suggests_maintenance", kind: "boolean" },
          { name: "car_kinds", kind: "list", max: 40, format: "code" },
          { name: "trip_kinds", kind: "list", max: 40, format: "code" },
          { name: "terrains", kind: "list", max: 40, format: "code" },
        ],
      },
    },
  ],
});
