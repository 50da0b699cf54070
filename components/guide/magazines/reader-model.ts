export type Mode = "scroll" | "book" | "text";

export type Panel = "contents" | "search" | null;

export type ReaderLabels = Record<
  | "label"
  | "book"
  | "text"
  | "previous"
  | "next"
  | "count"
  | "spread"
  | "larger"
  | "smaller"
  | "zoom"
  | "contents"
  | "search"
  | "searchLabel"
  | "close"
  | "hitsNone"
  | "hits"
  | "hitsOne"
  | "pageHits"
  | "continue"
  | "loading"
  | "failed"
  | "goTo"
  | "keys",
  string
>;

export const readerRoot = () => document.querySelector<HTMLElement>("[data-reader]");

const PAGES = "[data-reader] > [data-page]";

/** The pages in the HTML, in order. */
export const sections = () => [...document.querySelectorAll<HTMLElement>(PAGES)];

export const sectionOf = (page: number) => document.getElementById(`pagina-${page}`);

/** Whether the visitor prefers reduced motion. */
export const prefersReducedMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** The book is the default view only where two pages fit and reduced motion is not preferred. */
export const opensAsBook = () => matchMedia("(min-width: 1024px)").matches && !prefersReducedMotion();
