import { STATES } from "../../../geo/states/rules";
import { PLACEMENTS } from "../../record-choices/rules";
import { defineResource } from "../resource";
import { AD_STATUSES } from "../../../platform/supabase/database-constants/commerce";

/** Edit form of one banner; the list with statistics is `/admin/ads` itself. */
export const ads = defineResource({
  key: "ads",
  table: "ads",
  titleColumn: "advertiser",
  columns: ["advertiser", "status", "states", "starts_at", "ends_at", "weight"],
  filters: ["status"],
  tags: ["ads"],
  fields: [
    { name: "advertiser", kind: "text", required: true, max: 160 },
    { name: "placements", kind: "choices", options: PLACEMENTS },
    { name: "states", kind: "choices", options: STATES.map(({ abbr }) => abbr) },
    { name: "starts_at", kind: "datetime", required: true },
    { name: "ends_at", kind: "datetime", required: true },
    { name: "weight", kind: "number", min: 1, max: 100, required: true, initial: 1 },
    { name: "image_desktop", kind: "image", format: "ownPicture" },
    { name: "image_mobile", kind: "image", format: "ownPicture" },
    { name: "alt", kind: "text", max: 200 },
    { name: "link_url", kind: "link", format: "https" },
    {
      name: "status",
      kind: "choice",
      options: AD_STATUSES,
      readOnly: true,
    },
    { name: "reason", kind: "text", readOnly: true },
  ],
});
