import { z } from "zod";
import { deviceHandler } from "@/lib/platform/handler";
import { refused } from "@/lib/platform/refusal";
import { readDesk } from "@/lib/partners/desk/queries";
import { DESK } from "../desk-access";

/** What a desk keeps on its device; an account names the place with `?place=`. */
export const GET = deviceHandler(DESK, { query: z.object({ place: z.uuid().optional() }) }, (caller) => {
  const { place } = caller.query;
  return caller.token || place ? readDesk(caller, place) : refused("input.invalid");
});
