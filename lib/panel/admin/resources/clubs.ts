import { defineResource } from "../resource";
import { CLUB_STATUSES } from "../../../platform/supabase/database-constants/guide";

export const clubs = defineResource({
  key: "clubs",
  table: "clubs",
  titleColumn: "name",
  columns: ["name", "state_abbr", "city_ibge", "status", "check_date", "updated_at"],
  filters: ["state_abbr", "status"],
  hasTrash: true,
  duplicates: {},
  page: "/{state_abbr}/clubes-parceiros",
  tags: ["clubs:{state_abbr}"],
  fields: [
    { name: "name", kind: "text", required: true, max: 160 },
    { name: "slug", kind: "slug", required: true },
    { name: "state_abbr", kind: "state", required: true },
    { name: "city_ibge", kind: "city" },
    { name: "status", kind: "choice", options: CLUB_STATUSES, required: true },
    { name: "makes", kind: "list", max: 60 },
    { name: "story", kind: "markdown", max: 4000, translated: true },
    { name: "meeting_rule", kind: "text", max: 300, nullable: true },
    { name: "website", kind: "link", format: "web" },
    { name: "instagram", kind: "text", max: 30, nullable: true, format: "instagram" },
    { name: "sources", kind: "list", max: 500 },
    { name: "check_date", kind: "date" },
    { name: "is_trusted", kind: "boolean" },
  ],
});
