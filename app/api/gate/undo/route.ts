import { undoReading } from "@/lib/events/gate/mutations";
import { MAX_GATE_BODY_BYTES, undoBodySchema } from "@/lib/events/gate/schema";
import { jsonBody } from "@/lib/platform/body";
import { deviceHandler } from "@/lib/platform/handler";
import { GATE } from "../gate-access";

/** Undoes the entry that a reading recorded; `done` is false when the time for it is over. */
export const POST = deviceHandler(GATE, { body: jsonBody(undoBodySchema, MAX_GATE_BODY_BYTES) }, async (caller) => ({
  done: (await undoReading(caller, caller.body.nonce)).outcome === "saved",
}));
