"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { LabelledInput } from "@/components/ui/labelled-input";
import { standSeries, type Row } from "@/lib/events/publishing/parts/rules";
import { MAX_STANDS } from "@/lib/platform/supabase/database-constants/events";
import { useEventTexts } from "./event-texts";

type Props = { rows: readonly Row[]; onAdd: (rows: Row[]) => void };

/** Adds several numbered stands at once, such as A1 to A20, placed in rows on the image of the event. */
export function StandSeries({ rows, onAdd }: Props) {
  const { stands } = useEventTexts();
  const [letter, setLetter] = useState("A");
  const [count, setCount] = useState("10");
  const most = Math.min(Number(count) || 0, MAX_STANDS - rows.length);
  return (
    <div role="group" aria-label={stands.series} className="flex flex-wrap items-end gap-3">
      <LabelledInput
        label={stands.seriesLetter}
        className="w-28"
        maxLength={6}
        value={letter}
        onChange={({ target }) => setLetter(target.value)}
      />
      <LabelledInput
        label={stands.seriesCount}
        className="w-28"
        inputMode="numeric"
        maxLength={3}
        value={count}
        onChange={({ target }) => setCount(target.value)}
      />
      <Button variant="outline" disabled={most < 1} onClick={() => onAdd(standSeries(rows, letter.trim(), most))}>
        {stands.seriesAdd}
      </Button>
    </div>
  );
}
