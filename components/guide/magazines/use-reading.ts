import { useCallback, useEffect, useRef, useState } from "react";
import { READING_KEY } from "@/lib/platform/device-storage/rules";
import { hashOfPage, withProgress, pageOfHash, readReading } from "@/lib/guide/magazines/rules";
import { sectionOf, sections, prefersReducedMotion, type Mode } from "./reader-model";

type Issue = { slug: string; title: string; pages: number };

/** `turn` replaces the history entry, `jump` adds one. */
export type Go = (page: number, how: "turn" | "jump") => void;

function stored(slug: string): number | null {
  try {
    return readReading(localStorage.getItem(READING_KEY))[slug]?.page ?? null;
  } catch {
    return null;
  }
}

function remember({ slug, title, pages }: Issue, page: number): void {
  try {
    const reading = withProgress(readReading(localStorage.getItem(READING_KEY)), slug, {
      page,
      pages,
      title,
      at: Date.now(),
    });
    localStorage.setItem(READING_KEY, JSON.stringify(reading));
  } catch {
    // Without storage the page number is only in the address.
  }
}

const scrollTo = (page: number) =>
  sectionOf(page)?.scrollIntoView({ behavior: prefersReducedMotion() ? "instant" : "smooth" });

/** The page being read: taken from the address and from scrolling, and saved in the address and on this device. */
export function useReading(issue: Issue, mode: Mode): { page: number; saved: number | null; go: Go } {
  const { pages } = issue;
  const [page, setPage] = useState(() => pageOfHash(location.hash, pages) ?? 1);
  const [saved] = useState(() => (pageOfHash(location.hash, pages) ? null : stored(issue.slug)));
  const current = useRef(page);
  const isBook = mode === "book";

  const read = useCallback((next: number) => {
    current.current = next;
    setPage(next);
    remember(issue, next);
    // The issue does not change while the component is mounted.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);

  const go = useCallback<Go>(
    (next, how) => {
      if (next !== current.current || how === "jump")
        history[how === "jump" ? "pushState" : "replaceState"](null, "", hashOfPage(next));
      read(next);
      if (!isBook) scrollTo(next);
    },
    [isBook, read],
  );

  useEffect(() => {
    const follow = () => {
      const hashPage = pageOfHash(location.hash, pages) ?? 1;
      read(hashPage);
      if (!isBook && location.hash) scrollTo(hashPage);
    };
    window.addEventListener("popstate", follow);
    return () => window.removeEventListener("popstate", follow);
  }, [isBook, pages, read]);

  // After a change of view, or with a deep link, scrolls to the current page, because its position differs between the views.
  useEffect(() => {
    if (mode !== "book" && current.current > 1) sectionOf(current.current)?.scrollIntoView({ behavior: "instant" });
  }, [mode]);

  useScrolledPage(!isBook, (seen) => {
    if (seen === current.current) return;
    read(seen);
    history.replaceState(null, "", hashOfPage(seen));
  });
  return { page, saved: saved !== null && saved > 1 && page === 1 ? Math.min(saved, pages) : null, go };
}

/** Reports the page that crosses the middle of the window. */
function useScrolledPage(isOn: boolean, onPage: (page: number) => void): void {
  const latest = useRef(onPage);
  useEffect(() => {
    latest.current = onPage;
  });
  useEffect(() => {
    if (!isOn) return;
    const observer = new IntersectionObserver(
      (entries) => {
        const seen = entries.findLast(({ isIntersecting }) => isIntersecting);
        if (seen) latest.current(Number((seen.target as HTMLElement).dataset.page));
      },
      { rootMargin: "-45% 0px -50% 0px" },
    );
    for (const section of sections()) observer.observe(section);
    return () => observer.disconnect();
  }, [isOn]);
}
