"use client";

import { useLayoutEffect, useRef, useState, type ReactNode } from "react";
import type { SearchPalette } from "./search-palette";

type Props = { href: string; label: string; title: string; children: ReactNode };

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Opens the palette by click, Ctrl K, ⌘K or `/`; its code is loaded on first use, and the link opens the search page when that fails. */
export function SearchOpener({ href, label, title, children }: Props) {
  const link = useRef<HTMLAnchorElement>(null);
  const [shown, setShown] = useState<{ Palette: typeof SearchPalette; turn: number } | null>(null);

  // A layout effect, because the header is mounted again with each state: the keys work as soon as its page is shown.
  useLayoutEffect(() => {
    const open = (event: Event) => {
      event.preventDefault();
      import("./search-palette").then(
        (loaded) => setShown((old) => ({ Palette: loaded.SearchPalette, turn: (old?.turn ?? 0) + 1 })),
        () => location.assign(href),
      );
    };
    const key = (event: KeyboardEvent) => {
      const chord =
        (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === "k";
      const slash = event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target);
      if ((chord || slash) && !document.querySelector("dialog[open]")) open(event);
    };
    const click = (event: MouseEvent) => {
      if (!event.ctrlKey && !event.metaKey && !event.shiftKey) open(event);
    };
    const anchor = link.current;
    anchor?.addEventListener("click", click);
    document.addEventListener("keydown", key);
    return () => {
      anchor?.removeEventListener("click", click);
      document.removeEventListener("keydown", key);
    };
  }, [href]);

  return (
    <>
      <a
        ref={link}
        href={href}
        aria-label={label}
        title={title}
        aria-keyshortcuts="Control+K Meta+K /"
        data-slot="search-link"
        className="grid size-11 shrink-0 place-items-center rounded-lg hover:bg-raised"
      >
        {children}
      </a>
      {/* The key changes with each opening, so that closing the previous palette does not close a new one. */}
      {shown && (
        <shown.Palette
          key={shown.turn}
          page={href}
          onClose={() => setShown((now) => (now?.turn === shown.turn ? null : now))}
        />
      )}
    </>
  );
}
