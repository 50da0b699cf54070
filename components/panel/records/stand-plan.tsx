"use client";

import { useTranslations } from "next-intl";
import { useRef, type KeyboardEvent, type PointerEvent } from "react";
import { asText } from "@/lib/panel/admin/rules";
import { eventFileUrl } from "@/lib/platform/media/rules";

type Point = { x: number; y: number };
type StandPlanProps = {
  /** Name of the picture in bucket event-files. */
  picture: unknown;
  /** Address of the picture before the record is saved. */
  address?: string | undefined;
  rows: readonly Record<string, unknown>[];
  onMove: (index: number, at: Point) => void;
};

const STEP: Record<string, Point | undefined> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
const LARGE_STEP = 5;

const percent = (value: number) => Math.min(100, Math.max(0, Math.round(value * 100) / 100));
const pointOf = (row: Record<string, unknown>): Point => ({ x: Number(row["x"]) || 0, y: Number(row["y"]) || 0 });

/** The stands on the picture of the map: dragged, or moved with the arrow keys. */
export function StandPlan({ picture, address, rows, onMove }: StandPlanProps) {
  const t = useTranslations("panel/records.plan");
  const frame = useRef<HTMLDivElement>(null);
  const file = asText(picture);
  const drag = (index: number, event: PointerEvent<HTMLElement>) => {
    const box = frame.current?.getBoundingClientRect();
    if (!box || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    onMove(index, {
      x: percent(((event.clientX - box.left) / box.width) * 100),
      y: percent(((event.clientY - box.top) / box.height) * 100),
    });
  };
  const step = (index: number, event: KeyboardEvent) => {
    const by = STEP[event.key];
    if (!by) return;
    event.preventDefault();
    const times = event.shiftKey ? LARGE_STEP : 1;
    const { x, y } = pointOf(rows[index]!);
    onMove(index, { x: percent(x + by.x * times), y: percent(y + by.y * times) });
  };
  if (rows.length === 0) return null;
  return (
    <div className="grid gap-2">
      <p className="text-sm text-muted">{t(file ? "lead" : "noPicture")}</p>
      <div
        ref={frame}
        className={`relative w-full max-w-4xl rounded-xl border-2 border-line bg-raised ${file ? "" : "aspect-[4/3]"}`}
      >
        {file && (
          <img
            src={address ?? eventFileUrl(file)}
            alt=""
            draggable={false}
            className="block w-full select-none rounded-lg"
          />
        )}
        {rows.map((row, index) => {
          const { x, y } = pointOf(row);
          return (
            <button
              key={asText(row["id"]) || index}
              type="button"
              aria-label={t("stand", { name: asText(row["label"]) || String(index + 1), x, y })}
              onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
              onPointerMove={(event) => drag(index, event)}
              onKeyDown={(event) => step(index, event)}
              className="absolute grid min-h-9 min-w-9 -translate-1/2 cursor-grab touch-none place-items-center rounded-lg border-2 border-rota-ink bg-rota px-1 text-sm font-semibold text-rota-ink active:cursor-grabbing"
              style={{ left: `${x}%`, top: `${y}%` }}
            >
              {asText(row["label"]) || index + 1}
            </button>
          );
        })}
      </div>
    </div>
  );
}
