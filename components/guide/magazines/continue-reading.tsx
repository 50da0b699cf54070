"use client";

import { useSyncExternalStore } from "react";
import { READING_KEY } from "@/lib/platform/device-storage/rules";
import { hashOfPage, readReading, lastUnfinishedIssue } from "@/lib/guide/magazines/rules";
import { buttonClass } from "@/components/ui/button-class";

const subscribe = (onChange: () => void) => {
  window.addEventListener("storage", onChange);
  return () => window.removeEventListener("storage", onChange);
};

function stored(): string | null {
  try {
    return localStorage.getItem(READING_KEY);
  } catch {
    // Without storage there is no saved page.
    return null;
  }
}

/** A link to the last page read on this device; empty on a first visit. */
export function ContinueReading({ text, shelf, slugs }: { text: string; shelf: string; slugs: readonly string[] }) {
  const reading = readReading(useSyncExternalStore(subscribe, stored, () => null));
  // Issues that are no longer published are left out.
  const found = lastUnfinishedIssue(
    Object.fromEntries(Object.entries(reading).filter(([slug]) => slugs.includes(slug))),
  );
  return (
    <p className="mt-8 min-h-11" data-print="hide" data-at-once={READING_KEY}>
      {found && (
        <a
          href={`${shelf}/${found.slug}${hashOfPage(found.progress.page)}`}
          className={buttonClass({ look: "faixa", font: "sign" })}
        >
          {text.replace("{title}", found.progress.title).replace("{page}", String(found.progress.page))}
        </a>
      )}
    </p>
  );
}
