export type Mode = "scroll" | "book" | "text";

export type Panel = "contents" | "search" | null;

export type ReaderLabels = Record<
  | "label" | "book" | "text" | "previous" | "next" | "count" | "spread" | "larger" | "smaller" | "zoom" | "contents" | "search" | "searchLabel"
  | "close" | "hitsNone" | "hits" | "hitsOne" | "pageHits" | "continue" | "loading" | "failed" | "goTo" | "keys",
  string
>;

export const readerRoot = () => document.querySelector<HTMLElement>("[data-reader]");

const PAGES = "[data-reader] > [data-page]";

/** The pages as they stand in the HTML, in order. */
export const sections = () => [...document.querySelectorAll<HTMLElement>(PAGES)];

export const sectionOf = (page: number) => document.getElementById(`pagina-${page}`);

/** Whether the visitor asked for less movement. */
export const stillness = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** A book opens by itself only where two pages fit and movement is welcome. */
export const opensAsBook = () => matchMedia("(min-width: 1024px)").matches && !stillness();
