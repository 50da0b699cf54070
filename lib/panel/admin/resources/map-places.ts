import { defineResource } from "../resource";
import { MAP_PLACE_KINDS, MAP_PLACE_SOURCES } from "../../../platform/supabase/database-constants/guide";

/** Places of public sources: an editor hides a wrong one or turns it into a place of the guide. */
export const mapPlaces = defineResource({
  key: "map_places",
  table: "map_places",
  titleColumn: "name",
  columns: ["name", "kind", "state_abbr", "city_ibge", "source", "source_date", "hidden_at"],
  filters: ["state_abbr", "kind", "source"],
  order: "name",
  ascending: true,
  canCreate: false,
  canDelete: false,
  tags: ["map_places:{state_abbr}"],
  fields: [
    { name: "name", kind: "text", max: 160, readOnly: true },
    { name: "kind", kind: "choice", options: MAP_PLACE_KINDS, readOnly: true },
    { name: "class", kind: "text", max: 40, readOnly: true },
    { name: "state_abbr", kind: "state", readOnly: true },
    { name: "city_ibge", kind: "city", readOnly: true },
    { name: "coordinates", kind: "coordinates", readOnly: true },
    { name: "source", kind: "choice", options: MAP_PLACE_SOURCES, readOnly: true },
    { name: "source_date", kind: "text", max: 10, readOnly: true },
    { name: "address", kind: "text", max: 300, readOnly: true },
    { name: "phone", kind: "text", max: 30, readOnly: true, format: "phone" },
    { name: "website", kind: "text", max: 600, readOnly: true },
    { name: "page_url", kind: "text", max: 600, readOnly: true },
    { name: "page_sentence", kind: "longtext", max: 600, readOnly: true },
    { name: "hidden_at", kind: "datetime" },
  ],
});
