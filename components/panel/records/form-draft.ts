import * as kept from "../admin/form-drafts";

/** The typed values, and the values the form was loaded with. */
export type Draft = { base: Record<string, unknown>; values: Record<string, unknown> };

const nameOf = (resource: string, id: string | null) => `${resource}:${id ?? "new"}`;

/** Unsaved changes of this account on this device, also after the tab was closed. */
export const keepDraft = (resource: string, id: string | null, draft: Draft): void =>
  kept.keepDraft(nameOf(resource, id), draft);

export const readDraft = (resource: string, id: string | null): Draft | null =>
  kept.readDraft<Draft>(nameOf(resource, id))?.values ?? null;

export const dropDraft = (resource: string, id: string | null): void => kept.dropDraft(nameOf(resource, id));
