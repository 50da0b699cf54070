import { hasPermission } from "@/lib/platform/auth/permissions";
import type { ReadingCaller } from "@/lib/platform/readings/mutations";
import { answerReading } from "../reading-answer";

/** Runs one request of a gate for an operator or an enrolled device; the handler checks the origin. */
export const answerGate = (request: Request, run: (caller: ReadingCaller) => Promise<unknown>): Promise<Response> =>
  answerReading(
    request,
    {
      name: "gate",
      subject: "gate_device",
      rule: "gate",
      refusedRule: "gateRefused",
      admits: (account) => hasPermission(account, "event_checkin"),
    },
    run,
  );
