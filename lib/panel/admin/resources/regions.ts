import { POSTCARD_BIOMES } from "../../../guide/postcards/biomes";
import { defineResource } from "../resource";
import { DRAFT_STATUS, MONTHS, SURFACES } from "./choices";

const STOP_KINDS = ["town", "view", "nature", "historic", "museum", "food", "bridge", "pass", "stop"] as const;

export const regions = defineResource({
  key: "regions",
  table: "regions",
  titleColumn: "name",
  columns: ["name", "state_abbr", "status", "distance_km", "check_date", "updated_at"],
  filters: ["state_abbr", "status", "kind"],
  hasTrash: true,
  page: "/{state_abbr}/rota/{slug}",
  tags: ["regions:{state_abbr}", "redirects"],
  fields: [
    { name: "name", kind: "text", required: true, max: 160, translated: true },
    { name: "slug", kind: "slug", required: true },
    { name: "state_abbr", kind: "state", required: true },
    { name: "kind", kind: "choice", options: ["route", "region"], required: true },
    { name: "status", kind: "choice", options: DRAFT_STATUS, required: true },
    { name: "summary", kind: "longtext", max: 600, translated: true },
    { name: "body", kind: "markdown", translated: true },
    { name: "cover_url", kind: "image" },
    { name: "photos", kind: "gallery" },
    { name: "track", kind: "track" },
    { name: "elevation_profile", kind: "json", hidden: true },
    { name: "roads", kind: "list", max: 40 },
    { name: "themes", kind: "list", max: 40 },
    { name: "biome", kind: "choice", options: POSTCARD_BIOMES },
    { name: "surface", kind: "choice", options: SURFACES },
    { name: "paved_pct", kind: "number", min: 0, max: 100 },
    { name: "distance_km", kind: "number", min: 0.1, max: 99_999, decimals: 1 },
    { name: "distance_basis", kind: "choice", options: ["traced", "joined", "gpx", "editor", "estimated"] },
    { name: "duration_classic_min", kind: "number", min: 1, max: 100_000 },
    { name: "duration_is_estimated", kind: "boolean" },
    { name: "days", kind: "number", min: 1, max: 30 },
    { name: "max_altitude_m", kind: "number", min: 0, max: 3000 },
    { name: "steepest", kind: "text", max: 300, nullable: true },
    { name: "cobbles", kind: "text", max: 300, nullable: true, translated: true },
    { name: "best_months", kind: "choices", options: MONTHS },
    { name: "warnings", kind: "list", max: 400, translated: true },
    { name: "sources", kind: "list", max: 500 },
    { name: "confidence", kind: "choice", options: ["high", "medium"], required: true },
    { name: "featured_order", kind: "number", min: 1, max: 99 },
    { name: "check_date", kind: "date" },
    {
      name: "region_waypoints",
      kind: "rows",
      rows: {
        parent: "region_id",
        order: "position",
        fields: [
          { name: "name", kind: "text", required: true, max: 160 },
          { name: "kind", kind: "choice", options: STOP_KINDS, required: true },
          { name: "city_ibge", kind: "city" },
          { name: "coordinates", kind: "coordinates" },
          { name: "is_approximate", kind: "boolean" },
          { name: "note", kind: "longtext", max: 600, nullable: true },
        ],
      },
    },
  ],
});
