import { recordReadings } from "@/lib/events/gate/mutations";
import { MAX_READINGS_BYTES, readingsBodySchema } from "@/lib/events/gate/schema";
import { jsonBody } from "@/lib/platform/body";
import { deviceHandler } from "@/lib/platform/handler";
import { GATE } from "../gate-access";

/** Stores readings; a reading that was sent before is answered again. */
export const POST = deviceHandler(GATE, { body: jsonBody(readingsBodySchema, MAX_READINGS_BYTES) }, (caller) =>
  recordReadings(caller, caller.body),
);
