import { excerptOf, foldLetters, hashOfPage, hitsIn } from "@/lib/magazines/rules";

export type FoundPage = { href: string; title: string; page: number; excerpt: string };

const opened = new Map<string, Promise<{ page: number; text: string }[]>>();

/** The pages of an issue from its own HTML, which the browser may already hold. */
async function pagesOf(href: string): Promise<{ page: number; text: string }[]> {
  const answer = await fetch(href);
  if (!answer.ok) throw new Error(`${href}: ${answer.status}`);
  const read = new DOMParser().parseFromString(await answer.text(), "text/html");
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

/** Every page that has the words, the newest issue first. */
export async function searchIssues(issues: readonly { href: string; title: string }[], words: string): Promise<FoundPage[]> {
  const found: FoundPage[] = [];
  for (const { href, title } of issues) {
    // One after the other: a shelf of issues at once would be a flood.
    // oxlint-disable-next-line no-await-in-loop
    for (const { page, text } of await open(href)) {
      const [at] = hitsIn(foldLetters(text), words);
      if (at !== undefined) found.push({ href: href + hashOfPage(page), title, page, excerpt: excerptOf(text, at, words.length) });
    }
  }
  return found;
}
