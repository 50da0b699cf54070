"use client";

import { useState, type SyntheticEvent } from "react";
import type { PageMatch } from "./search-issues";

type Labels = Record<
  "search" | "hint" | "find" | "searching" | "none" | "failed" | "short" | "found" | "foundOne" | "result",
  string
>;
type State = { note: string; pages: readonly PageMatch[] };

function wordsOf(data: FormData): string {
  const typed = data.get("q");
  return typeof typed === "string" ? typed.trim().slice(0, 80) : "";
}

/** Searches the pages of the issues, which it fetches from their own addresses. */
export function IssueSearch({
  issues,
  labels,
}: {
  issues: readonly { href: string; title: string }[];
  labels: Labels;
}) {
  const [{ note, pages }, show] = useState<State>({ note: "", pages: [] });
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    void search(wordsOf(new FormData(event.currentTarget)));
  };
  async function search(query: string) {
    if (query.length < 2) return show({ note: labels.short, pages: [] });
    show({ note: labels.searching, pages: [] });
    try {
      const { searchIssues } = await import("./search-issues");
      const found = await searchIssues(issues, query);
      const text = [labels.none, labels.foundOne][found.length] ?? labels.found;
      show({ note: text.replace("{words}", query).replace("{count}", String(found.length)), pages: found });
    } catch {
      show({ note: labels.failed, pages: [] });
    }
  }
  return (
    <section className="mt-8 max-w-3xl" data-print="hide">
      <form role="search" onSubmit={submit}>
        <label htmlFor="issue-words" className="display-2 font-display">
          {labels.search}
        </label>
        <div className="mt-3 flex gap-2">
          <input
            id="issue-words"
            name="q"
            type="search"
            maxLength={80}
            placeholder={labels.hint}
            className="h-11 min-w-0 grow rounded-lg border-2 border-line bg-surface px-3 placeholder:text-muted"
          />
          <button
            type="submit"
            className="h-11 shrink-0 rounded-lg bg-primary px-5 font-display text-lg text-primary-ink hover:bg-primary/90"
          >
            {labels.find}
          </button>
        </div>
      </form>
      <p role="status" className="mt-3 min-h-6 text-muted">
        {note}
      </p>
      <ul className="mt-2 grid gap-3">
        {pages.map(({ href, title, page, excerpt }) => (
          <li key={href} className="rounded-xl border border-line bg-surface p-4">
            <a href={href} className="font-display text-lg text-link underline underline-offset-4">
              {labels.result.replace("{title}", title).replace("{page}", String(page))}
            </a>
            <p className="mt-1 text-muted">{excerpt}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
