import { defineResource } from "../resource";

export const stateContents = defineResource({
  key: "state_contents",
  table: "state_contents",
  idColumn: "state_abbr",
  titleColumn: "headline",
  columns: ["headline", "state_abbr", "updated_at"],
  order: "state_abbr",
  ascending: true,
  // The 27 states have one row each.
  canCreate: false,
  canDelete: false,
  page: "/{state_abbr}/home",
  tags: ["states:{state_abbr}"],
  fields: [
    { name: "state_abbr", kind: "state", required: true },
    { name: "headline", kind: "text", required: true, max: 200, translated: true },
    { name: "intro", kind: "markdown", required: true, translated: true },
    { name: "best_season", kind: "longtext", required: true, translated: true },
    { name: "how_to_arrive", kind: "longtext", required: true, translated: true },
  ],
});
