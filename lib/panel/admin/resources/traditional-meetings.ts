import { defineResource } from "../resource";

const MONTHS = Array.from({ length: 12 }, (_, index) => String(index + 1));

export const traditionalMeetings = defineResource({
  key: "traditional_meetings",
  table: "traditional_meetings",
  titleColumn: "name",
  columns: ["name", "state_abbr", "city_ibge", "months", "status", "updated_at"],
  filters: ["state_abbr", "status"],
  hasTrash: true,
  page: "/eventos/lacambeche/{state_abbr}",
  tags: ["events:{state_abbr}"],
  fields: [
    { name: "name", kind: "text", required: true, max: 160, translated: true },
    { name: "slug", kind: "slug", required: true },
    { name: "state_abbr", kind: "state", required: true },
    { name: "city_ibge", kind: "city", required: true },
    { name: "months", kind: "choices", options: MONTHS, required: true },
    { name: "status", kind: "choice", options: ["draft", "published"], required: true },
    { name: "note", kind: "longtext", max: 600, translated: true },
    { name: "sources", kind: "list", max: 500, format: "web" },
  ],
});
