"use client";

import { ArrowLeft } from "lucide";
import { Link } from "@/components/ui/link";
import { useSyncExternalStore } from "react";
import { Icon } from "@/components/ui/icon";

const nothing = () => () => undefined;

type HistoryEntry = { index: number; url: string | null };
type History = { entries: () => readonly HistoryEntry[]; currentEntry: { index: number } | null };

/** The newest address of the list in the history of this tab before this page, with its filters. */
export function lastListAddress(history: History | undefined, base: string): string | null {
  const here = history?.currentEntry?.index ?? 0;
  const before = history?.entries().filter(({ index }) => index < here) ?? [];
  const urls = before.flatMap(({ url }) => (url && URL.canParse(url) ? [new URL(url)] : []));
  const last = urls.findLast(({ pathname }) => pathname === base);
  return last ? last.pathname + last.search : null;
}

/** The arrow from a record to its list, as the person left it. */
export function BackToList({ base, label }: { base: string; label: string }) {
  const href = useSyncExternalStore(
    nothing,
    () => lastListAddress((window as { navigation?: History }).navigation, base) ?? base,
    () => base,
  );
  return (
    <Link href={href} className="grid size-11 place-items-center rounded-lg hover:bg-raised">
      <Icon of={ArrowLeft} className="size-6" label={label} />
    </Link>
  );
}
