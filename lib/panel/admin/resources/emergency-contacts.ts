import { defineResource } from "../resource";
import { EMERGENCY_CONTACT_KINDS } from "../../../platform/supabase/database-constants/guide";

export const emergencyContacts = defineResource({
  key: "emergency_contacts",
  table: "emergency_contacts",
  titleColumn: "name",
  columns: ["name", "state_abbr", "phone", "checked_on"],
  filters: ["state_abbr"],
  checked: "checked_on",
  order: "position",
  ascending: true,
  tags: ["emergency_contacts:{state_abbr}"],
  fields: [
    { name: "name", kind: "text", required: true, max: 160, translated: true },
    { name: "state_abbr", kind: "state" },
    {
      name: "kind",
      kind: "choice",
      required: true,
      options: EMERGENCY_CONTACT_KINDS,
    },
    { name: "phone", kind: "text", required: true, max: 30, format: "phone" },
    { name: "source", kind: "text", required: true, max: 500 },
    { name: "check_date", kind: "date" },
    { name: "checked_on", kind: "date", readOnly: true },
    { name: "position", kind: "number", min: 0, max: 9999, required: true, initial: 0 },
  ],
});
