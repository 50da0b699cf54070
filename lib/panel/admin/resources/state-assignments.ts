import { defineResource } from "../resource";
import { COLLEAGUES } from "./choices";
import { STATE_DUTIES } from "../../../platform/supabase/database-constants/panel";

export const stateAssignments = defineResource({
  key: "state_assignments",
  table: "state_assignments",
  titleColumn: "state_abbr",
  columns: ["state_abbr", "user_id", "duty", "updated_at"],
  filters: ["state_abbr", "user_id", "duty"],
  order: "state_abbr",
  ascending: true,
  tags: [],
  fields: [
    { name: "state_abbr", kind: "state", required: true },
    { name: "user_id", kind: "reference", required: true, reference: COLLEAGUES },
    { name: "duty", kind: "choice", options: STATE_DUTIES, required: true },
    { name: "note", kind: "text", max: 300 },
  ],
});
