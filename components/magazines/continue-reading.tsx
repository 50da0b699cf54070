"use client";

import { useEffect, useState } from "react";
import { hashOfPage, READING_KEY, readReading, unfinished } from "@/lib/magazines/rules";

type Found = ReturnType<typeof unfinished>;

/** The way back to the page this device left; nothing on a first visit. */
export function ContinueReading({ text, shelf, slugs }: { text: string; shelf: string; slugs: readonly string[] }) {
  const [found, setFound] = useState<Found>(null);
  useEffect(() => {
    try {
      const reading = readReading(localStorage.getItem(READING_KEY));
      // An issue that was withdrawn since leads nowhere.
      setFound(unfinished(Object.fromEntries(Object.entries(reading).filter(([slug]) => slugs.includes(slug)))));
    } catch {
      // Without storage there is nothing to continue.
    }
  }, [slugs]);
  return (
    <p className="mt-8 min-h-11" data-print="hide">
      {found && (
        <a href={`${shelf}/${found.slug}${hashOfPage(found.progress.page)}`} className="inline-flex min-h-11 items-center rounded-lg bg-faixa px-4 font-display text-lg text-faixa-ink">
          {text.replace("{title}", found.progress.title).replace("{page}", String(found.progress.page))}
        </a>
      )}
    </p>
  );
}
