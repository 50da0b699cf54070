import { defineResource } from "../resource";

export const cityPhotos = defineResource({
  key: "city_photos",
  table: "city_photos",
  titleColumn: "title",
  columns: ["title", "city_ibge", "is_cover", "position", "updated_at"],
  filters: ["is_cover"],
  tags: ["cities"],
  fields: [
    { name: "title", kind: "text", required: true, max: 160, translated: true },
    { name: "city_ibge", kind: "city", required: true },
    { name: "picture", kind: "image", required: true },
    { name: "is_cover", kind: "boolean" },
    { name: "position", kind: "number", min: 1, max: 999, required: true, initial: 1 },
  ],
});
