import { hasPermission } from "@/lib/platform/auth/permissions";
import { readingAccess } from "../reading-access";

/** The gate of an event: enrolled devices and operators of the team. */
export const GATE = readingAccess({
  name: "gate",
  subject: "gate_device",
  rule: "gate",
  refusedRule: "gateRefused",
  admits: (account) => hasPermission(account, "event_checkin"),
});
