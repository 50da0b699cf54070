import { addWalkIn } from "@/lib/events/gate/mutations";
import { MAX_GATE_BODY_BYTES, walkInBodySchema } from "@/lib/events/gate/schema";
import { jsonBody } from "@/lib/platform/body";
import { deviceHandler } from "@/lib/platform/handler";
import { GATE } from "../gate-access";

/** Registers a person at the gate and lets them in; `full` when no place is left. */
export const POST = deviceHandler(GATE, { body: jsonBody(walkInBodySchema, MAX_GATE_BODY_BYTES) }, (caller) =>
  addWalkIn(caller, caller.body),
);
