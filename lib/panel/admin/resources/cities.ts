import { defineResource } from "../resource";

export const cities = defineResource({
  key: "cities",
  table: "cities",
  idColumn: "ibge_code",
  titleColumn: "name",
  columns: ["name", "state_abbr", "ibge_code", "is_capital", "is_published", "check_date", "updated_at"],
  filters: ["state_abbr", "is_published", "is_capital"],
  order: "name",
  ascending: true,
  canCreate: false,
  canDelete: false,
  page: "/{state_abbr}/cidade/{slug}",
  tags: ["cities:{state_abbr}", "redirects"],
  fields: [
    { name: "ibge_code", kind: "number", readOnly: true, hidden: true },
    { name: "name", kind: "text", required: true, max: 120 },
    { name: "slug", kind: "slug", required: true },
    { name: "state_abbr", kind: "state", readOnly: true },
    { name: "coordinates", kind: "coordinates", required: true },
    { name: "is_capital", kind: "boolean" },
    { name: "is_published", kind: "boolean" },
    { name: "intro", kind: "markdown", nullable: true, translated: true },
    { name: "check_date", kind: "date" },
  ],
});
