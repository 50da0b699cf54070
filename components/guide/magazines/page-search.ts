import { foldLetters } from "@/lib/platform/slug";
import { excerptOf, hitsIn } from "@/lib/guide/magazines/rules";
import { sections } from "./reader-model";

export type PageHits = { page: number; hits: number; excerpt: string };

/** Elements that hold running text; a match never spans two of them. */
const PARTS = ":is(h2, h3, h4, p, li):not([aria-hidden], [role=img] *)";
const NAME = "magazine-search";

/** Number of matches per page, with an excerpt of the first one. */
export function searchPages(query: string): PageHits[] {
  return sections().flatMap((section) => {
    const parts = [...section.querySelectorAll(PARTS)].map((part) => part.textContent);
    const places = parts.flatMap((text) => hitsIn(foldLetters(text), query).map((at) => ({ text, at })));
    const [first] = places;
    return first
      ? [
          {
            page: Number(section.dataset.page),
            hits: places.length,
            excerpt: excerptOf(first.text, first.at, query.trim().length),
          },
        ]
      : [];
  });
}

/** Highlights the words in all shown pages without changing the DOM; an empty string removes the highlights. */
export function highlight(query: string): void {
  if (!("highlights" in CSS)) return;
  const parts = document.querySelectorAll(`[data-reader] [data-page] ${PARTS}`);
  const ranges = [...parts].flatMap((part) =>
    hitsIn(foldLetters(part.textContent), query).map((at) => rangeOf(part, at, query.trim().length)),
  );
  if (ranges.length > 0) CSS.highlights.set(NAME, new Highlight(...ranges));
  else CSS.highlights.delete(NAME);
}

/** Converts a part of an element's text to a range over its text nodes. */
function rangeOf(part: Element, start: number, length: number): Range {
  const range = document.createRange();
  const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
  let passed = 0;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const end = passed + (node.nodeValue?.length ?? 0);
    if (start >= passed && start < end) range.setStart(node, start - passed);
    if (start + length <= end) {
      range.setEnd(node, start + length - passed);
      break;
    }
    passed = end;
  }
  return range;
}
