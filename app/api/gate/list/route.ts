import { z } from "zod";
import { readDeviceGate, readOperatorGate } from "@/lib/events/gate/queries";
import { deviceHandler } from "@/lib/platform/handler";
import { refused } from "@/lib/platform/refusal";
import { GATE } from "../gate-access";

/** The list of an event for a device at its gate; an operator names the event with `?event=`. */
export const GET = deviceHandler(GATE, { query: z.object({ event: z.uuid().optional() }) }, ({ token, query }) => {
  if (token) return readDeviceGate(token);
  return query.event ? readOperatorGate(query.event) : refused("input.invalid");
});
