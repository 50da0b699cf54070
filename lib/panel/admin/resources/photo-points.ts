import { defineResource } from "../resource";
import { DRAFT_STATUS } from "./choices";
import { BIOMES, PHOTO_LIGHTS, ROUTE_SURFACES } from "../../../platform/supabase/database-constants/guide";

export const photoPoints = defineResource({
  key: "photo_points",
  table: "photo_points",
  titleColumn: "name",
  columns: ["name", "state_abbr", "city_ibge", "status", "updated_at"],
  filters: ["state_abbr", "status", "best_light"],
  hasTrash: true,
  duplicates: { metres: 300 },
  page: "/{state_abbr}/pontos-fotograficos",
  tags: ["photo_points:{state_abbr}"],
  fields: [
    { name: "name", kind: "text", required: true, max: 160, translated: true },
    { name: "slug", kind: "slug", required: true },
    { name: "state_abbr", kind: "state", required: true },
    { name: "city_ibge", kind: "city", required: true },
    { name: "region_id", kind: "reference", reference: { table: "regions", key: "id", title: "name" } },
    { name: "status", kind: "choice", options: DRAFT_STATUS, required: true },
    { name: "coordinates", kind: "coordinates", required: true },
    { name: "is_approximate", kind: "boolean" },
    { name: "view_heading", kind: "number", min: 0, max: 359 },
    { name: "best_light", kind: "choice", options: PHOTO_LIGHTS },
    { name: "description", kind: "markdown", max: 4000, translated: true },
    { name: "cover_url", kind: "image" },
    { name: "photos", kind: "gallery" },
    { name: "access_surface", kind: "choice", options: ROUTE_SURFACES },
    { name: "ramp_ok", kind: "boolean", nullable: true },
    { name: "parking_note", kind: "text", max: 300, nullable: true, translated: true },
    { name: "car_capacity", kind: "number", min: 1, max: 1000 },
    { name: "stamp_radius_m", kind: "number", min: 20, max: 5000, required: true, initial: 150 },
    { name: "biome", kind: "choice", options: BIOMES },
    { name: "sources", kind: "list", max: 500 },
  ],
});
