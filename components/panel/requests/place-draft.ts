import * as device from "@/components/form/device-draft";
import { PLACE_DRAFT_PREFIX } from "@/lib/platform/device-storage/rules";

export type Draft = Record<string, string | string[]>;

const keyOf = (uf: string) => PLACE_DRAFT_PREFIX + uf;
/** Not stored on the device: consent must be given each time, the others are technical fields. */
const SKIPPED = new Set(["consent", "homepage", "seconds"]);
const LISTS = new Set(["attributes"]);

/** The values of a form as they are stored in a draft. */
export function draftOf(form: FormData): Draft {
  const draft: Draft = {};
  for (const name of new Set(form.keys())) {
    if (SKIPPED.has(name)) continue;
    const values = form.getAll(name).filter((value) => typeof value === "string");
    if (LISTS.has(name)) draft[name] = values;
    else if (values[0]) draft[name] = values[0];
  }
  return draft;
}

/** Whether any field worth storing is filled in. */
export function isWorthKeeping(draft: Draft): boolean {
  return ["name", "message", "requester_name", "requester_email", "description"].some((field) => draft[field]);
}

/** Parameters of a link that asks for a new place that the visitor runs, and their fields in the form. */
const ASKED = { lugar: "name", categoria: "category_key", municipio: "city", endereco: "address" } as const;

/** The draft of a link of a map place ("this place is mine"); null for other links. */
export function askedDraft(search: string): Draft | null {
  const asked = new URLSearchParams(search);
  if (!asked.get("lugar")) return null;
  const given = Object.entries(ASKED).flatMap(([parameter, field]) => {
    const value = asked.get(parameter)?.slice(0, 200);
    return value ? [[field, value] as const] : [];
  });
  return { kind: "new", runs_place: "on", ...Object.fromEntries(given) };
}

/** The draft stored on this device for the state; null when there is none worth restoring. */
export function readDraft(uf: string): Draft | null {
  const draft = device.readDraft<Draft>("localStorage", keyOf(uf));
  return draft !== null && typeof draft === "object" && isWorthKeeping(draft) ? draft : null;
}

export function saveDraft(uf: string, draft: Draft | null): void {
  if (draft) device.writeDraft("localStorage", keyOf(uf), draft);
  else device.dropDraft("localStorage", keyOf(uf));
}

export function textOf(draft: Draft, field: string): string {
  const value = draft[field];
  return typeof value === "string" ? value : "";
}
