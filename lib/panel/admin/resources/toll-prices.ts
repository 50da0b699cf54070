import { defineResource } from "../resource";
import { VEHICLE_CLASSES } from "../../../platform/supabase/database-constants/guide";

/** Prices of every toll plaza in one list, because an operator changes all of them on one day. */
export const tollPrices = defineResource({
  key: "toll_prices",
  table: "toll_prices",
  titleColumn: "toll_name",
  columns: ["toll_name", "vehicle_class", "price", "valid_from", "valid_until"],
  filters: ["vehicle_class"],
  order: "valid_from",
  tags: ["tolls"],
  fields: [
    { name: "toll_id", kind: "reference", required: true, reference: { table: "tolls", key: "id", title: "name" } },
    { name: "toll_name", kind: "text", readOnly: true },
    { name: "vehicle_class", kind: "choice", options: VEHICLE_CLASSES, required: true },
    { name: "price", kind: "number", min: 0, max: 9999, decimals: 2, isPrice: true, required: true },
    { name: "valid_from", kind: "date", required: true },
    { name: "valid_until", kind: "date" },
  ],
});
