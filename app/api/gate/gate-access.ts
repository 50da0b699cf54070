import { mayWorkForEvents } from "@/lib/events/members/queries";
import { readingAccess } from "../reading-access";

/** The gate of an event: enrolled devices, operators of the team and people of events; the database decides about the event. */
export const GATE = readingAccess({
  name: "gate",
  subject: "gate_device",
  rule: "gate",
  refusedRule: "gateRefused",
  admits: (account) => mayWorkForEvents(account, "event_checkin"),
});
