import { z } from "zod";
import { publicHandler } from "@/lib/platform/handler";
import { refused } from "@/lib/platform/refusal";
import { stateOfSegment } from "@/lib/geo/states/rules";
import { readStock } from "@/lib/partners/downloads/queries";

/** How many downloads are left of the vouchers of a state that have a limit: `?uf=sc` → `{ id: 12 }`. */
export const GET = publicHandler(
  { name: "voucher-stock", limit: "voucherStock", query: z.object({ uf: z.string().default("") }) },
  ({ query }) => {
    const state = stateOfSegment(query.uf);
    return state ? readStock(state.abbr) : refused("input.invalid");
  },
);
