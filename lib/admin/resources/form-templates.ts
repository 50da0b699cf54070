import { defineResource } from "../resource";

export const formTemplates = defineResource({
  key: "form_templates",
  table: "form_templates",
  titleColumn: "name",
  columns: ["name", "key", "kind", "registration_kind", "is_active", "updated_at"],
  filters: ["kind", "is_active"],
  tags: [],
  fields: [
    { name: "name", kind: "text", required: true, max: 160 },
    { name: "key", kind: "slug", required: true },
    { name: "kind", kind: "choice", options: ["registration", "contract", "service", "panel"], required: true },
    {
      name: "registration_kind",
      kind: "choice",
      options: ["publico", "expositor", "mercado_pulga", "food_truck", "expositor_comercial"],
    },
    { name: "is_active", kind: "boolean" },
    {
      name: "form_template_versions",
      kind: "rows",
      rows: {
        parent: "template_id",
        order: "version",
        fields: [
          { name: "title", kind: "text", required: true, max: 160 },
          { name: "body", kind: "markdown", required: true },
          { name: "body_en", kind: "markdown", nullable: true },
          { name: "body_es", kind: "markdown", nullable: true },
          {
            name: "schema",
            kind: "items",
            items: [
              { name: "label", kind: "text", required: true, max: 200 },
              { name: "name", kind: "text", required: true, max: 60 },
              {
                name: "kind",
                kind: "choice",
                options: ["text", "longtext", "number", "date", "boolean"],
                required: true,
              },
              { name: "required", kind: "boolean" },
            ],
          },
          { name: "published_at", kind: "datetime" },
        ],
      },
    },
  ],
});
