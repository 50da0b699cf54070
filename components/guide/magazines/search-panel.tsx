import { useEffect, useRef, useState } from "react";
import { fill } from "@/components/ui/fill";
import { highlight, searchPages, type PageHits } from "./page-search";
import styles from "./reader.module.css";
import { useReaderTexts } from "./reader-texts";

/** Searches the issue: number of matches per page with an excerpt, and highlights on the pages. */
export function SearchPanel({ isOpen, onGo }: { isOpen: boolean; onGo: (page: number) => void }) {
  const labels = useReaderTexts();
  const [words, setWords] = useState("");
  const [found, setFound] = useState<readonly PageHits[]>([]);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isOpen) field.current?.focus();
    else highlight("");
    return () => highlight("");
  }, [isOpen]);
  if (!isOpen) return null;
  const search = (typed: string) => {
    setWords(typed);
    setFound(searchPages(typed));
    highlight(typed);
  };
  const hits = found.reduce((sum, page) => sum + page.hits, 0);
  const summary =
    hits === 0 ? labels.hitsNone : hits === 1 ? labels.hitsOne : fill(labels.hits, { hits, pages: found.length });
  return (
    <div className={styles.panel}>
      <input
        ref={field}
        type="search"
        value={words}
        maxLength={80}
        aria-label={labels.searchLabel}
        placeholder={labels.searchLabel}
        onChange={({ target }) => search(target.value)}
        className={styles.field}
      />
      <p role="status" className={styles.hint}>
        {words.trim().length > 1 && summary}
      </p>
      <ol className={styles.results}>
        {found.map(({ page, hits: count, excerpt }) => (
          <li key={page}>
            <button type="button" onClick={() => onGo(page)} className={styles.result}>
              <b>{fill(labels.pageHits, { page, hits: count })}</b>
              <span>{excerpt}</span>
            </button>
          </li>
        ))}
      </ol>
    </div>
  );
}
