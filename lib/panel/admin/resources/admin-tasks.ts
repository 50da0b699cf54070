import { defineResource } from "../resource";
import { COLLEAGUES } from "./choices";
import { TASK_PRIORITIES, TASK_STATUSES } from "../../../platform/supabase/database-constants/panel";

export const adminTasks = defineResource({
  key: "admin_tasks",
  table: "admin_tasks",
  titleColumn: "title",
  columns: ["title", "status", "priority", "assigned_to", "state_abbr", "due_on", "updated_at"],
  filters: ["status", "priority", "assigned_to", "state_abbr"],
  hasTrash: true,
  tags: [],
  fields: [
    { name: "title", kind: "text", required: true, max: 160 },
    { name: "status", kind: "choice", options: TASK_STATUSES, required: true },
    { name: "priority", kind: "choice", options: TASK_PRIORITIES, required: true },
    { name: "assigned_to", kind: "reference", reference: COLLEAGUES },
    { name: "state_abbr", kind: "state" },
    { name: "due_on", kind: "date" },
    { name: "body", kind: "longtext", max: 4000 },
  ],
});
