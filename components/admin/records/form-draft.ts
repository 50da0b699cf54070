import * as device from "@/components/form/device-draft";
import { RECORD_DRAFT_PREFIX } from "@/lib/device-storage/rules";

/** The typed values, and the values the form was loaded with. */
export type Draft = { base: Record<string, unknown>; values: Record<string, unknown> };

const nameOf = (resource: string, id: string | null) => `${RECORD_DRAFT_PREFIX}${resource}:${id ?? "new"}`;

/** Unsaved changes of this tab, kept while the connection or the session is lost. */
export const keepDraft = (resource: string, id: string | null, draft: Draft): void =>
  device.writeDraft("sessionStorage", nameOf(resource, id), draft);

export const readDraft = (resource: string, id: string | null): Draft | null =>
  device.readDraft<Draft>("sessionStorage", nameOf(resource, id));

export const dropDraft = (resource: string, id: string | null): void =>
  device.dropDraft("sessionStorage", nameOf(resource, id));
