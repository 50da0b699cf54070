import { momentIn } from "../../../platform/dates";
import { rowsOf } from "../parts/rules";
import { zoneOfForm, type EventStep, type FormValues } from "../rules";

/** Lines of the checklist of an event, as `private.event_checklist`. */
export const EVENT_CHECKS = [
  "date",
  "description",
  "position",
  "contact",
  "payment",
  "stands",
  "cover",
  "venue",
  "programme",
  "rules",
  "kinds",
] as const;
export type EventCheck = (typeof EVENT_CHECKS)[number];

/** Lines without which an event is neither sent nor published. */
export const EVENT_GAPS = EVENT_CHECKS.slice(0, 6) as readonly EventGap[];
export type EventGap = "date" | "description" | "position" | "contact" | "payment" | "stands";

/** The step of the form that mends a line of the checklist. */
export const STEP_OF_CHECK: Record<EventCheck, EventStep> = {
  date: "dates",
  description: "basics",
  position: "place",
  contact: "basics",
  payment: "kinds",
  stands: "stands",
  cover: "poster",
  venue: "place",
  programme: "dates",
  rules: "rules",
  kinds: "kinds",
};

/** Whether a kind of registration or a stand in the form costs something. */
const hasPrice = (values: FormValues): boolean =>
  Object.entries(values).some(
    ([name, value]) =>
      /^(?:kinds\.\d+\.(?:price_steps\.\d+\.)?|stands\.\d+\.)price_cents$/.test(name) && /[1-9]/.test(value ?? ""),
  );

/** Whether a kind lets people choose a stand and the form has none of its kind. */
function lacksStands(values: FormValues): boolean {
  const stands = rowsOf(values, "stands").map(({ values: stand }) =>
    Object.keys(stand)
      .filter((name) => name.startsWith("kinds."))
      .map((name) => name.slice("kinds.".length)),
  );
  return rowsOf(values, "kinds").some(
    ({ values: { chooses_stand: chooses, kind = "" } }) =>
      chooses === "on" && !stands.some((kinds) => kinds.length === 0 || kinds.includes(kind)),
  );
}

/** What the form still needs before the event can be sent to the team, as `private.event_gaps`. */
export function gapsOf(values: FormValues, now: number, isPayable: boolean): EventGap[] {
  const filled = (name: string) => Boolean(values[name]?.trim());
  const starts = Date.parse(momentIn(`${values.startDay}T${values.startTime}`, zoneOfForm(values)) ?? "");
  const isMissing: Record<EventGap, boolean> = {
    date: !(starts > now),
    description: (values.description?.trim().length ?? 0) < 30,
    position: !filled("pin"),
    contact: !filled("organizer_phone") && !filled("organizer_email"),
    payment: !isPayable && hasPrice(values),
    stands: lacksStands(values),
  };
  return EVENT_GAPS.filter((gap) => isMissing[gap]);
}
