import { foldLetters } from "@/lib/platform/slug";
import { excerptOf, hashOfPage, hitsIn } from "@/lib/guide/magazines/rules";

export type PageMatch = { href: string; title: string; page: number; excerpt: string };

const opened = new Map<string, Promise<{ page: number; text: string }[]>>();

/** The pages of an issue, read from its HTML, which may be in the browser's cache. */
async function pagesOf(href: string): Promise<{ page: number; text: string }[]> {
  const response = await fetch(href);
  if (!response.ok) throw new Error(`${href}: ${response.status}`);
  const read = new DOMParser().parseFromString(await response.text(), "text/html");
  return [...read.querySelectorAll<HTMLElement>("[data-page]")].map((section) => {
    const parts = [...section.querySelectorAll("h2, h3, h4, p, li")].map((part) => part.textContent.trim());
    return { page: Number(section.dataset.page), text: parts.join(" ") };
  });
}

function open(href: string) {
  const known = opened.get(href) ?? pagesOf(href);
  opened.set(href, known);
  known.catch(() => opened.delete(href));
  return known;
}

/** Every page that contains the words, newest issue first. */
export async function searchIssues(
  issues: readonly { href: string; title: string }[],
  query: string,
): Promise<PageMatch[]> {
  const found: PageMatch[] = [];
  for (const { href, title } of issues) {
    // Issues are fetched one after the other to limit the load on the server.
    // oxlint-disable-next-line no-await-in-loop
    for (const { page, text } of await open(href)) {
      const [at] = hitsIn(foldLetters(text), query);
      if (at !== undefined)
        found.push({ href: href + hashOfPage(page), title, page, excerpt: excerptOf(text, at, query.length) });
    }
  }
  return found;
}
