import { markHalfPrice } from "@/lib/events/gate/mutations";
import { halfPriceBodySchema, MAX_GATE_BODY_BYTES } from "@/lib/events/gate/schema";
import { jsonBody } from "@/lib/platform/body";
import { deviceHandler } from "@/lib/platform/handler";
import { GATE } from "../gate-access";

/** Notes that the proof of a half price was seen; nothing about the proof is stored. */
export const POST = deviceHandler(
  GATE,
  { body: jsonBody(halfPriceBodySchema, MAX_GATE_BODY_BYTES) },
  async (caller) => ({
    done: (await markHalfPrice(caller, caller.body)).outcome === "saved",
  }),
);
