import { useEffect } from "react";

type Check = () => boolean;

const checks = new Set<Check>();
/** True after the person chose to leave, until something is typed again. */
let isDiscarded = false;

/** Whether this page has typed values that are not saved. */
export const hasUnsaved = (): boolean => !isDiscarded && [...checks].some((check) => check());

/** The next way out of the page asks nothing; drafts on the device stay. */
export function discardUnsaved(): void {
  isDiscarded = true;
}

/** Asks again, because something was typed. */
export function keepUnsaved(): void {
  isDiscarded = false;
}

export const SAVED_EVENT = "lacambeche:form-saved";

/** Marks the sent forms of the panel as saved, where a success shows no notice. */
export const announceSaved = (): boolean => window.dispatchEvent(new Event(SAVED_EVENT));

/** Adds a source of unsaved values; returns a function that removes it. */
export function watchUnsaved(check: Check): () => void {
  checks.add(check);
  return () => void checks.delete(check);
}

/** Declares that a form has unsaved values while `isDirty`. */
export function useUnsaved(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return;
    keepUnsaved();
    return watchUnsaved(() => true);
  }, [isDirty]);
}
