import { readingAccess } from "../reading-access";

/** The gate of an event: enrolled devices, operators of the team and people of the event. The database decides about accounts. */
export const GATE = readingAccess({
  name: "gate",
  subject: "gate_device",
  rule: "gate",
  refusedRule: "gateRefused",
  admits: () => true,
});
