import { defineResource } from "../resource";
import { COLLEAGUES } from "./choices";
import { LEAD_KINDS, LEAD_STAGES } from "../../../platform/supabase/database-constants/commerce";

/** Contacts for events; activities, the invitation and equal contacts are shown above the form. */
export const eventLeads = defineResource({
  key: "event_prospecting",
  table: "event_leads",
  titleColumn: "name",
  columns: ["name", "kind", "stage", "state_abbr", "owner_id", "next_contact_on", "updated_at"],
  filters: ["stage", "kind", "state_abbr", "owner_id"],
  tags: [],
  fields: [
    { name: "name", kind: "text", required: true, max: 160 },
    { name: "kind", kind: "choice", options: LEAD_KINDS, required: true },
    { name: "stage", kind: "choice", options: LEAD_STAGES, required: true },
    { name: "contact_name", kind: "text", max: 120, nullable: true },
    { name: "phone", kind: "text", max: 30, nullable: true, format: "phone" },
    { name: "email", kind: "text", max: 254, nullable: true, format: "email" },
    { name: "state_abbr", kind: "state" },
    { name: "owner_id", kind: "reference", reference: COLLEAGUES },
    { name: "next_contact_on", kind: "date" },
    { name: "source", kind: "text", max: 200, nullable: true },
    { name: "event_id", kind: "reference", reference: { table: "events", key: "id", title: "title" } },
    { name: "note", kind: "longtext", max: 2000 },
  ],
});
