import { defineResource } from "../resource";
import {
  FORM_TEMPLATE_KINDS,
  QUESTION_KINDS,
  REGISTRATION_KINDS,
} from "../../../platform/supabase/database-constants/events";

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
    { name: "kind", kind: "choice", options: FORM_TEMPLATE_KINDS, required: true },
    {
      name: "registration_kind",
      kind: "choice",
      options: REGISTRATION_KINDS,
    },
    { name: "is_active", kind: "boolean" },
    {
      name: "form_template_versions",
      kind: "rows",
      rows: {
        parent: "template_id",
        order: "version",
        copied: ["published_at"],
        locked: "published_at",
        fields: [
          { name: "title", kind: "text", required: true, max: 160 },
          { name: "body", kind: "markdown" },
          { name: "body_en", kind: "markdown", nullable: true },
          { name: "body_es", kind: "markdown", nullable: true },
          {
            name: "schema",
            kind: "items",
            items: [
              { name: "label", kind: "text", required: true, max: 200 },
              {
                name: "kind",
                kind: "choice",
                options: QUESTION_KINDS,
                required: true,
              },
              { name: "required", kind: "boolean" },
              { name: "label_en", kind: "text", nullable: true, max: 200 },
              { name: "label_es", kind: "text", nullable: true, max: 200 },
              { name: "help", kind: "text", nullable: true, max: 300 },
              { name: "help_en", kind: "text", nullable: true, max: 300 },
              { name: "help_es", kind: "text", nullable: true, max: 300 },
              { name: "options", kind: "list", max: 120 },
              { name: "options_en", kind: "list", max: 120 },
              { name: "options_es", kind: "list", max: 120 },
              // Made from the label; a contract uses it as the variable of its text.
              { name: "name", kind: "text", nullable: true, max: 60, format: "variable" },
            ],
          },
          { name: "published_at", kind: "datetime" },
        ],
      },
    },
  ],
});
