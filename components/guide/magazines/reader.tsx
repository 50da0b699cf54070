import { useEffect, useLayoutEffect, useState } from "react";
import { spreadOf, turnedPage, ZOOM, nextZoom } from "@/lib/guide/magazines/rules";
import { ContentsPanel } from "./contents-panel";
import { FlipBook } from "./flip-book";
import { ReaderBar } from "./reader-bar";
import { opensAsBook, readerRoot, prefersReducedMotion, type Mode, type Panel } from "./reader-model";
import { SearchPanel } from "./search-panel";
import { useReaderKeys } from "./use-reader-keys";
import { useReading } from "./use-reading";
import styles from "./reader.module.css";
import { useReaderTexts } from "./reader-texts";

export type ReaderProps = { slug: string; title: string; pages: number };

/** Adds a reader to the pages in the HTML: a book on wide screens, a page counter above the text elsewhere. */
export function Reader({ slug, title, pages }: ReaderProps) {
  const labels = useReaderTexts();
  const [mode, setMode] = useState<Mode>(() => (opensAsBook() ? "book" : "scroll"));
  const [book, setBook] = useState<"closed" | "opening" | "open" | "failed">(mode === "book" ? "opening" : "closed");
  const [zoom, setZoom] = useState<number>(ZOOM.least);
  const [panel, setPanel] = useState<Panel>(null);
  const isBook = mode === "book" && book === "open";
  // Must run before scrolling to the current page, whose position differs in the new view.
  useLayoutEffect(() => {
    const root = readerRoot();
    if (root) root.dataset.view = mode === "book" && !isBook ? "scroll" : mode;
  }, [mode, isBook]);
  const { page, saved, go } = useReading({ slug, title, pages }, mode);
  const turn = (step: 1 | -1) => {
    go(turnedPage(page, pages, step, isBook), "turn");
    // Scrolls so that the toolbar and the whole book fit into the window.
    if (isBook) readerRoot()?.scrollIntoView({ behavior: prefersReducedMotion() ? "instant" : "smooth" });
  };
  const choose = (next: Mode) => {
    setMode(next);
    if (next === "book" && book !== "open") setBook("opening");
  };
  const jump = (next: number) => go(next, "jump");

  useEffect(() => {
    const root = readerRoot();
    // The scroll position belongs to the text, which is hidden now: scrolls up to the book.
    if (root && isBook && root.getBoundingClientRect().top < 0) root.scrollIntoView({ behavior: "instant" });
  }, [isBook]);
  useReaderKeys(isBook, {
    turn,
    first: () => go(1, "turn"),
    last: () => go(spreadOf(pages, pages)[0]!, "turn"),
    resize: (step) => setZoom(nextZoom(zoom, step)),
    close: () => setPanel(null),
  });

  return (
    <>
      <ReaderBar
        {...{ page, pages, mode, isBook, zoom, panel, saved }}
        onTurn={turn}
        onMode={choose}
        onZoom={setZoom}
        onPanel={setPanel}
        onContinue={jump}
      >
        <SearchPanel isOpen={panel === "search"} onGo={jump} />
        {panel === "contents" && (
          <ContentsPanel
            page={page}
            onGo={(next) => {
              setPanel(null);
              jump(next);
            }}
          />
        )}
      </ReaderBar>
      <p role="status" className={styles.note}>
        {mode === "book" && book === "opening" && labels.loading}
        {book === "failed" && labels.failed}
      </p>
      {(book === "opening" || book === "open") && (
        <FlipBook
          page={page}
          zoom={zoom}
          isShown={isBook || book === "opening"}
          label={labels.label}
          onTurn={(turned) => go(turned, "turn")}
          onReady={(isReady) => {
            setBook(isReady ? "open" : "failed");
            if (!isReady) setMode("scroll");
          }}
        />
      )}
    </>
  );
}
