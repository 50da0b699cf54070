import { defineResource } from "../resource";
import { TOLL_DIRECTIONS, VEHICLE_CLASSES } from "../../../platform/supabase/database-constants/guide";

export const tolls = defineResource({
  key: "tolls",
  table: "tolls",
  titleColumn: "name",
  columns: ["name", "road", "km", "state_abbr", "operator", "status", "priced_on", "updated_at"],
  checked: "priced_on",
  filters: ["state_abbr", "status", "is_free_flow"],
  hasTrash: true,
  tags: ["tolls"],
  fields: [
    { name: "name", kind: "text", required: true, max: 120 },
    { name: "road", kind: "text", required: true, max: 40 },
    { name: "km", kind: "number", min: 0, max: 9999, decimals: 1 },
    { name: "direction", kind: "choice", options: TOLL_DIRECTIONS, required: true },
    { name: "state_abbr", kind: "state", required: true },
    { name: "city_ibge", kind: "city" },
    { name: "coordinates", kind: "coordinates" },
    { name: "operator", kind: "text", max: 120 },
    { name: "operator_phone", kind: "text", max: 30, nullable: true, format: "phone" },
    { name: "is_free_flow", kind: "boolean" },
    { name: "status", kind: "choice", options: ["draft", "published"], required: true },
    { name: "source", kind: "text", max: 500, nullable: true },
    { name: "check_date", kind: "date" },
    { name: "priced_on", kind: "date", readOnly: true },
    {
      name: "toll_prices",
      kind: "rows",
      rows: {
        parent: "toll_id",
        order: "position",
        fields: [
          { name: "vehicle_class", kind: "choice", options: VEHICLE_CLASSES, required: true },
          { name: "price", kind: "number", min: 0, max: 9999, decimals: 2, isPrice: true, required: true },
          { name: "valid_from", kind: "date", required: true },
          { name: "valid_until", kind: "date" },
        ],
      },
    },
  ],
});
