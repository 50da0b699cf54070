import { defineResource } from "../resource";

/** Cities in the gallery; those without a cover image come first. */
export const galleryCities = defineResource({
  key: "gallery_cities",
  table: "cities",
  idColumn: "ibge_code",
  titleColumn: "name",
  columns: ["name", "state_abbr", "has_cover", "is_published"],
  filters: ["has_cover", "is_published", "state_abbr"],
  order: "has_cover",
  ascending: true,
  canCreate: false,
  canDelete: false,
  page: "/{state_abbr}/cidade/{slug}",
  tags: [],
  fields: [
    { name: "name", kind: "text", readOnly: true },
    { name: "state_abbr", kind: "state", readOnly: true },
    { name: "has_cover", kind: "boolean", readOnly: true },
    { name: "is_published", kind: "boolean", readOnly: true },
  ],
});
