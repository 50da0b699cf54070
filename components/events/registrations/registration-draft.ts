import * as device from "@/components/form/device-draft";
import { REGISTRATION_DRAFT_PREFIX, REGISTRATION_MADE_PREFIX } from "@/lib/platform/device-storage/rules";
import type { Draft } from "./form-props";

const keyOf = (type: string) => REGISTRATION_DRAFT_PREFIX + type;

export function readDraft(type: string): Draft | null {
  const draft = device.readDraft<Draft>("localStorage", keyOf(type));
  return draft && typeof draft.values === "object" && draft.values ? draft : null;
}

/** Keeps the texts of a form on this device. */
export function writeDraft(type: string, form: HTMLFormElement, counts: Pick<Draft, "companions" | "vehicles">): void {
  keepDraft(type, { values: valuesOfForm(form), ...counts });
}

export const keepDraft = (type: string, draft: Draft) => device.writeDraft("localStorage", keyOf(type), draft);

/** Texts of a form by field name; files, consent and the trap are left out. */
export function valuesOfForm(form: HTMLFormElement): Record<string, string> {
  return Object.fromEntries(
    [...new FormData(form)].filter(
      (entry): entry is [string, string] => typeof entry[1] === "string" && !["consent", "homepage"].includes(entry[0]),
    ),
  );
}

export const dropDraft = (type: string) => device.dropDraft("localStorage", keyOf(type));

/** Path of the page of the registration that this tab sent last for a kind; the path contains a secret. */
export const readMade = (type: string) => device.readDraft<string>("sessionStorage", REGISTRATION_MADE_PREFIX + type);
export const keepMade = (type: string, path: string) =>
  device.writeDraft("sessionStorage", REGISTRATION_MADE_PREFIX + type, path);
export const dropMade = (type: string) => device.dropDraft("sessionStorage", REGISTRATION_MADE_PREFIX + type);
