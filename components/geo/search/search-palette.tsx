"use client";

import { Command } from "cmdk";
import { Search, X } from "lucide";
import { useRouter } from "next/navigation";
import { Suspense, use, useEffect, useLayoutEffect, useRef, useState } from "react";
import { SearchTexts } from "./search-texts";
import { Icon } from "@/components/ui/icon";
import { MAX_QUERY } from "@/lib/geo/search/rules";
import { rememberSearch } from "./recent-searches";
import { PaletteResults } from "./palette-results";
import { localeOf, searchMessages } from "./search-messages";
import { useSearch } from "./use-search";

type Props = {
  /** Address of the search page in the visitor's language. */
  page: string;
  onClose: () => void;
};

/** The search dialog: a native dialog, which traps the focus and restores it afterwards. */
export function SearchPalette({ page, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  // Must run before the input below takes the focus, which is impossible in a closed dialog.
  useLayoutEffect(() => dialog.current?.showModal(), []);
  const close = () => dialog.current?.close();
  return (
    <dialog
      ref={dialog}
      data-shell
      data-slot="search-palette"
      aria-labelledby="search-palette-title"
      onClose={onClose}
      closedby="any"
      className="mx-auto mb-auto mt-3 w-[min(40rem,calc(100vw-1.5rem))] overflow-hidden rounded-2xl border-2 border-line bg-surface text-text sm:mt-[12vh]"
    >
      <Suspense>
        <PaletteBody page={page} close={close} />
      </Suspense>
    </dialog>
  );
}

function PaletteBody({ page, close }: { page: string; close: () => void }) {
  const locale = localeOf(page);
  const texts = use(searchMessages(locale));
  const router = useRouter();
  const [query, setQuery] = useState("");
  const [chosen, setChosen] = useState({ best: "", value: "" });
  const input = useRef<HTMLInputElement>(null);
  const { state, retry } = useSearch(query, locale);
  const best = state.phase === "done" ? (state.answer.groups[0]?.results[0]?.href ?? "") : "";
  // New results select their first entry instead of the previous selection.
  const value = best && chosen.best !== best ? best : chosen.value;
  useEffect(() => input.current?.focus(), []);

  const go = (href: string) => {
    rememberSearch(query);
    close();
    router.push(href);
  };
  return (
    <Command
      label={texts.palette.title}
      shouldFilter={false}
      loop
      value={value}
      onValueChange={(next) => setChosen({ best, value: next })}
      className="flex max-h-[min(34rem,calc(100dvh-1.5rem))] flex-col"
    >
      <h2 id="search-palette-title" className="sr-only">
        {texts.palette.title}
      </h2>
      <div className="flex items-center gap-2 border-b border-line pl-4 pr-1.5">
        <Icon of={Search} className="size-5 shrink-0 text-muted" />
        <Command.Input
          ref={input}
          value={query}
          onValueChange={setQuery}
          maxLength={MAX_QUERY}
          placeholder={texts.hint}
          aria-label={texts.label}
          enterKeyHint="search"
          className="h-14 min-w-0 grow bg-transparent text-lg outline-none placeholder:text-muted"
        />
        <button
          type="button"
          aria-label={texts.palette.close}
          onClick={close}
          className="grid size-11 shrink-0 place-items-center rounded-lg hover:bg-raised"
        >
          <Icon of={X} className="size-5" />
        </button>
      </div>
      <SearchTexts value={texts}>
        <PaletteResults locale={locale} query={query} state={state} retry={retry} ask={setQuery} go={go} />
      </SearchTexts>
      <p className="border-t border-line px-4 py-2 text-sm text-muted max-sm:hidden">{texts.palette.keys}</p>
    </Command>
  );
}
