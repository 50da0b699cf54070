import { useEffect, useRef, type PointerEvent } from "react";
import { ZOOM } from "@/lib/guide/magazines/rules";
import type { Book } from "./book";
import { sections, prefersReducedMotion } from "./reader-model";
import styles from "./reader.module.css";

type Props = {
  page: number;
  zoom: number;
  isShown: boolean;
  label: string;
  onTurn: (page: number) => void;
  onReady: (isReady: boolean) => void;
};

/** The two-page book; the page-flip library is loaded with it. */
export function FlipBook({ page, zoom, isShown, label, onTurn, onReady }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const book = useRef<Book | null>(null);
  const latest = useRef({ page, onTurn, onReady });
  useEffect(() => {
    latest.current = { page, onTurn, onReady };
  });

  useEffect(() => {
    let isGone = false;
    import("./book").then(
      ({ openBook }) => {
        if (isGone || !host.current) return;
        book.current = openBook(host.current, sections(), {
          page: latest.current.page,
          reducedMotion: prefersReducedMotion(),
          onTurn: (turned) => latest.current.onTurn(turned),
        });
        latest.current.onReady(true);
      },
      () => latest.current.onReady(false),
    );
    return () => {
      isGone = true;
      book.current?.close();
      book.current = null;
    };
  }, []);

  useEffect(() => book.current?.show(page), [page]);
  useEffect(() => {
    if (isShown) book.current?.resize();
  }, [zoom, isShown]);

  return (
    <div
      role="region"
      aria-label={label}
      hidden={!isShown}
      className={styles.stage}
      data-zoomed={zoom > ZOOM.least || undefined}
      {...usePan(zoom > ZOOM.least)}
    >
      <div ref={host} className={styles.book} style={{ "--zoom": zoom / 100 } as React.CSSProperties} />
    </div>
  );
}

/** Dragging moves an enlarged page instead of turning it; links can still be clicked. */
function usePan(isOn: boolean) {
  const from = useRef<{ x: number; y: number; id: number } | null>(null);
  if (!isOn) return {};
  const stop = (event: { stopPropagation: () => void }) => event.stopPropagation();
  return {
    onMouseDownCapture: stop,
    onTouchStartCapture: stop,
    onPointerDown: ({ currentTarget, pointerType, clientX, clientY, pointerId }: PointerEvent<HTMLDivElement>) => {
      if (pointerType === "mouse")
        from.current = { x: clientX + currentTarget.scrollLeft, y: clientY + currentTarget.scrollTop, id: pointerId };
    },
    onPointerMove: ({ currentTarget, buttons, clientX, clientY, pointerId }: PointerEvent<HTMLDivElement>) => {
      if (from.current?.id === pointerId && buttons === 1)
        currentTarget.scrollTo(from.current.x - clientX, from.current.y - clientY);
    },
    onPointerUp: () => {
      from.current = null;
    },
  };
}
