"use client";

import { Search } from "lucide";
import { useRef, type ReactNode } from "react";
import { Icon } from "@/components/ui/icon";
import type { Facet } from "../../geo/search/list-filter";
import { useFilteredList, useFilterView } from "../../geo/search/use-list-filter";
import { buttonClass } from "@/components/ui/button-class";

export type PostSearchLabels = {
  label: string;
  hint: string;
  /** Contains `{shown}`. */
  count: string;
  none: string;
  clear: string;
};

const NO_FACETS: readonly Facet[] = [];

/** Filters the posts in the page's HTML by the typed words, which are kept in the address. */
export function PostSearch({ labels, children }: { labels: PostSearchLabels; children: ReactNode }) {
  const list = useRef<HTMLDivElement>(null);
  const [view, show] = useFilterView(NO_FACETS);
  const left = useFilteredList(list, view, null, "");
  const isAsking = view.text.trim() !== "";
  const search = (text: string) => show({ ...view, text }, true);
  return (
    <>
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 noscript:hidden" data-print="hide">
        <label className="relative block w-full sm:w-96">
          <span className="sr-only">{labels.label}</span>
          <Icon of={Search} className="pointer-events-none absolute left-3 top-3 size-5 text-muted" />
          <input
            type="search"
            autoComplete="off"
            maxLength={80}
            value={view.text}
            placeholder={labels.hint}
            onChange={(event) => search(event.target.value)}
            className="h-11 w-full rounded-lg border-2 border-line bg-surface pl-10 pr-3 text-base placeholder:text-muted"
          />
        </label>
        <p role="status" className="text-muted tabular">
          {isAsking && left !== null ? (left > 0 ? labels.count.replace("{shown}", String(left)) : labels.none) : ""}
        </p>
        {isAsking && (
          <button type="button" onClick={() => search("")} className={buttonClass({ className: "h-11" })}>
            {labels.clear}
          </button>
        )}
      </div>
      <div ref={list}>{children}</div>
    </>
  );
}
