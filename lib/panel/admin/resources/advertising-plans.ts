import { PLACEMENTS } from "../../record-choices/rules";
import { defineResource } from "../resource";
import { PLAN_TYPES } from "../../../platform/supabase/database-constants/commerce";

export const advertisingPlans = defineResource({
  key: "advertising_plans",
  table: "publication_plans",
  titleColumn: "name",
  columns: ["name", "plan_type", "price", "duration_days", "is_example", "is_active", "display_order", "updated_at"],
  filters: ["plan_type", "is_example", "is_active"],
  order: "display_order",
  ascending: true,
  page: "/anuncie-aqui",
  tags: ["plans"],
  fields: [
    { name: "name", kind: "text", required: true, max: 120, translated: true },
    { name: "description", kind: "longtext", max: 2000, nullable: true, translated: true },
    {
      name: "plan_type",
      kind: "choice",
      options: PLAN_TYPES,
      required: true,
    },
    { name: "price", kind: "number", min: 0.01, max: 9_999_999, decimals: 2, isPrice: true, required: true },
    { name: "duration_days", kind: "number", min: 1, max: 1100, required: true, initial: 30 },
    { name: "placements", kind: "choices", options: PLACEMENTS },
    { name: "placements_limit", kind: "number", min: 1, max: PLACEMENTS.length },
    { name: "states_limit", kind: "number", min: 1, max: 27 },
    { name: "stripe_price_id", kind: "text", max: 110, nullable: true, format: "stripePrice" },
    { name: "is_active", kind: "boolean" },
    // Only the database takes the flag away.
    { name: "is_example", kind: "boolean", readOnly: true, hidden: true },
    { name: "display_order", kind: "number", min: 0, max: 9999, required: true, initial: 0 },
  ],
});
