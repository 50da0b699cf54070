"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { dropDraft, readDraft, writeDraft } from "@/components/form/device-draft";
import { TRIP_DRAFT_PREFIX } from "@/lib/platform/device-storage/rules";
import { SAVED_EVENT, type SavedDetail } from "./save-trip";

/** Gives the draft on this device the name of the stored trip, with changes made while it was saved. */
function moveDraft(from: string, to: string): void {
  for (const part of ["", ":route", ":heights"]) {
    const draft = readDraft("localStorage", TRIP_DRAFT_PREFIX + from + part);
    dropDraft("localStorage", TRIP_DRAFT_PREFIX + from + part);
    if (draft !== null) writeDraft("localStorage", TRIP_DRAFT_PREFIX + to + part, draft);
  }
}

/** Opens a trip under its own address after its first save, where it has files and links. */
export function FirstSave({ draftKey, path }: { draftKey: string; path: string }) {
  const router = useRouter();
  useEffect(() => {
    const open = (event: Event) => {
      const { id, isFirst } = (event as CustomEvent<SavedDetail>).detail;
      if (!isFirst) return;
      moveDraft(draftKey, id);
      router.replace(`${path}?viagem=${id}`, { scroll: false });
    };
    window.addEventListener(SAVED_EVENT, open);
    return () => window.removeEventListener(SAVED_EVENT, open);
  }, [draftKey, path, router]);
  return null;
}
