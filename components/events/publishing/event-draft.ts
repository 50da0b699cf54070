import * as device from "@/components/form/device-draft";
import { EVENT_DRAFT_PREFIX } from "@/lib/platform/device-storage/rules";
import type { FormValues } from "@/lib/events/publishing/rules";

/** The name of the draft of a form: one for each event, one for each template, and one for each club, date and copied edition. */
export function draftName({ id, club_id, title, startDay, template }: FormValues, link?: string): string {
  // The token itself is a password and is not stored; the first letters are enough for a name.
  if (!id && link) return `link ${link.slice(0, 6)}`;
  if (!id && template) return `template ${template}`;
  if (id || !club_id) return id ?? "";
  return [club_id, startDay, title && "copy"].filter(Boolean).join(" ");
}

/** Changes with the names of the fields, so that a draft with earlier names is not opened. */
const VERSION = 3;
const keyOf = (id: string) => `${EVENT_DRAFT_PREFIX}${VERSION}:${id || "new"}`;

/** The values of a form by name; fields without a value are left out. */
export function valuesOf(form: FormData): FormValues {
  const texts = [...form].filter((entry): entry is [string, string] => typeof entry[1] === "string" && entry[1] !== "");
  return Object.fromEntries(texts);
}

/** The draft of an event on this device; null when there is none, or the event was saved since the draft was started. */
export function readEventDraft(id: string, expectedVersion: string): FormValues | null {
  const draft = device.readDraft<FormValues>("localStorage", keyOf(id));
  if (draft === null || typeof draft !== "object" || (draft.expected_version ?? "") !== expectedVersion) return null;
  return draft.title || draft.description || draft.startDay ? draft : null;
}

export function saveEventDraft(id: string, draft: FormValues | null): void {
  if (draft) device.writeDraft("localStorage", keyOf(id), draft);
  else device.dropDraft("localStorage", keyOf(id));
}
