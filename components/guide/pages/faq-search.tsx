"use client";

import { useId, useState, type ReactNode } from "react";
import { Input } from "@/components/ui/input";
import { fold } from "@/lib/platform/slug";

export type SearchedFaq = { id: string; group: string; question: string; searchText: string; answer: ReactNode };

type Props = { faqs: readonly SearchedFaq[]; groups: Record<string, string>; labels: { search: string; none: string } };

/** Questions that open on a click; the search hides those that do not match and ignores accents. */
export function FaqSearch({ faqs, groups, labels }: Props) {
  const [query, setQuery] = useState("");
  const id = useId();
  const searchText = fold(query).split(/\s+/).filter(Boolean);
  const isFound = (faq: SearchedFaq) =>
    searchText.every((word) => fold(`${faq.question} ${faq.searchText}`).includes(word));
  const found = new Set(faqs.filter(isFound).map((faq) => faq.id));
  return (
    <>
      <div data-print="hide" className="grid max-w-xl gap-1.5">
        <label htmlFor={id} className="font-semibold">
          {labels.search}
        </label>
        <Input id={id} type="search" maxLength={80} value={query} onChange={(event) => setQuery(event.target.value)} />
      </div>
      <p role="status" className="mt-3 empty:hidden">
        {found.size === 0 && labels.none}
      </p>
      {Object.entries(groups).map(([group, title]) => {
        const members = faqs.filter((faq) => faq.group === group);
        return (
          <section key={group} hidden={!members.some((faq) => found.has(faq.id))} className="mt-6">
            <h3 className="text-2xl">{title}</h3>
            <div className="mt-2 grid gap-2">
              {members.map((faq) => (
                <details
                  key={faq.id}
                  id={faq.id}
                  hidden={!found.has(faq.id)}
                  className="scroll-mt-20 rounded-xl border-2 border-line bg-surface px-4 py-3"
                >
                  <summary className="font-semibold">{faq.question}</summary>
                  <div className="mt-2">{faq.answer}</div>
                </details>
              ))}
            </div>
          </section>
        );
      })}
    </>
  );
}
