import { AlignLeft, BookOpen, ChevronLeft, ChevronRight, List, Search, ZoomIn, ZoomOut } from "lucide";
import type { IconNode } from "lucide";
import type { ReactNode } from "react";
import { fill } from "@/components/ui/fill";
import { Icon } from "@/components/ui/icon";
import { spreadOf, ZOOM, nextZoom } from "@/lib/guide/magazines/rules";
import type { Mode, Panel } from "./reader-model";
import styles from "./reader.module.css";
import { useReaderTexts } from "./reader-texts";

type Props = {
  page: number;
  pages: number;
  mode: Mode;
  isBook: boolean;
  zoom: number;
  panel: Panel;
  /** The saved page of this device, offered until the visitor turns a page. */
  saved: number | null;
  onTurn: (step: 1 | -1) => void;
  onMode: (mode: Mode) => void;
  onZoom: (zoom: number) => void;
  onPanel: (panel: Panel) => void;
  onContinue: (page: number) => void;
  children: ReactNode;
};

/** The reader's controls, above the book and above the text. */
export function ReaderBar({
  page,
  pages,
  mode,
  isBook,
  zoom,
  panel,
  saved,
  children,
  onTurn,
  onMode,
  onZoom,
  onPanel,
  onContinue,
}: Props) {
  const labels = useReaderTexts();
  const toggle = (which: Panel) => onPanel(panel === which ? null : which);
  return (
    <div className={styles.bar} role="group" aria-label={labels.label} data-print="hide">
      <Tool icon={List} label={labels.contents} isPressed={panel === "contents"} onClick={() => toggle("contents")} />
      <Tool icon={Search} label={labels.search} isPressed={panel === "search"} onClick={() => toggle("search")} />
      {saved !== null && (
        <button type="button" className={styles.continue} onClick={() => onContinue(saved)}>
          {fill(labels.continue, { page: saved })}
        </button>
      )}
      <div className={styles.turn}>
        <Tool icon={ChevronLeft} label={labels.previous} isOff={page === 1} onClick={() => onTurn(-1)} />
        <Counter page={page} pages={pages} isBook={isBook} />
        <Tool
          icon={ChevronRight}
          label={labels.next}
          isOff={(isBook ? spreadOf(page, pages).at(-1) : page) === pages}
          onClick={() => onTurn(1)}
        />
      </div>
      {isBook && (
        <>
          <Tool
            icon={ZoomOut}
            label={labels.smaller}
            isOff={zoom === ZOOM.least}
            onClick={() => onZoom(nextZoom(zoom, -1))}
          />
          <output className={styles.zoom}>{fill(labels.zoom, { zoom })}</output>
          <Tool
            icon={ZoomIn}
            label={labels.larger}
            isOff={zoom === ZOOM.most}
            onClick={() => onZoom(nextZoom(zoom, 1))}
          />
        </>
      )}
      <Tool
        icon={BookOpen}
        label={labels.book}
        isPressed={mode === "book"}
        isWide
        onClick={() => onMode(mode === "book" ? "scroll" : "book")}
      />
      <Tool
        icon={AlignLeft}
        label={labels.text}
        isPressed={mode === "text"}
        isNamed
        onClick={() => onMode(mode === "text" ? "scroll" : "text")}
      />
      {children}
    </div>
  );
}

function Counter({ page, pages, isBook }: Pick<Props, "page" | "pages" | "isBook">) {
  const labels = useReaderTexts();
  const [left = page, right] = isBook ? spreadOf(page, pages) : [page];
  const pageText = right
    ? fill(labels.spread, { page: left, other: right, pages })
    : fill(labels.count, { page: left, pages });
  return (
    <p role="status" className={styles.counter}>
      <span aria-hidden>
        {right ? `${left}–${right}` : left} / {pages}
      </span>
      <span className="sr-only">{pageText}</span>
    </p>
  );
}

type ToolProps = {
  icon: IconNode;
  label: string;
  isPressed?: boolean;
  isOff?: boolean;
  isNamed?: boolean;
  isWide?: boolean;
  onClick: () => void;
};

function Tool({ icon, label, isPressed, isOff = false, isNamed = false, isWide = false, onClick }: ToolProps) {
  return (
    <button
      type="button"
      title={label}
      aria-label={label}
      aria-pressed={isPressed}
      disabled={isOff}
      onClick={onClick}
      className={styles.tool}
      data-wide={isWide || undefined}
    >
      <Icon of={icon} className="size-5" />
      {(isNamed || isWide) && <span className={styles.name}>{label}</span>}
    </button>
  );
}
