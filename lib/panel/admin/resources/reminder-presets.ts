import { COOLING } from "../../../garage/vehicles/rules";
import { defineResource } from "../resource";
import { BODY_KINDS, FUEL_SYSTEMS } from "../../../platform/supabase/database-constants/garage";

export const reminderPresets = defineResource({
  key: "reminder_presets",
  table: "reminder_presets",
  titleColumn: "title",
  columns: ["title", "interval_km", "interval_months", "is_active", "position"],
  filters: ["is_active"],
  order: "position",
  ascending: true,
  tags: [],
  fields: [
    { name: "title", kind: "text", required: true, max: 80, translated: true },
    { name: "why", kind: "longtext", required: true, max: 600, translated: true },
    { name: "key", kind: "slug", required: true, max: 60 },
    { name: "interval_km", kind: "number", min: 100, max: 500_000 },
    { name: "interval_months", kind: "number", min: 1, max: 240 },
    { name: "body_kinds", kind: "choices", options: BODY_KINDS },
    { name: "cooling", kind: "choices", options: COOLING },
    { name: "fuel_systems", kind: "choices", options: FUEL_SYSTEMS },
    { name: "position", kind: "number", min: 0, max: 9999, required: true, initial: 0 },
    { name: "is_active", kind: "boolean" },
  ],
});
