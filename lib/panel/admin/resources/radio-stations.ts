import { defineResource } from "../resource";

export const radioStations = defineResource({
  key: "radio_stations",
  table: "radio_stations",
  titleColumn: "name",
  columns: ["name", "position", "is_active", "updated_at"],
  filters: ["is_active"],
  order: "position",
  ascending: true,
  page: "/radio",
  tags: ["radio"],
  fields: [
    { name: "name", kind: "text", required: true, max: 120 },
    { name: "stream_url", kind: "link", required: true, format: "https" },
    { name: "fallback_url", kind: "link", format: "https" },
    { name: "position", kind: "number", min: 0, max: 9999, required: true, initial: 0 },
    { name: "is_active", kind: "boolean" },
  ],
});
