"use client";

import { Plus, Trash2 } from "lucide";
import { useState } from "react";
import { TextField } from "@/components/form/text-field";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { rowsOf, withRow, type Row } from "@/lib/events/publishing/parts/rules";
import type { FormValues } from "@/lib/events/publishing/rules";
import { MAX_PRICE_STEPS } from "@/lib/platform/supabase/database-constants/events";
import { useEventTexts } from "./event-texts";

type Props = { prefix: string; values: FormValues; zone: string; onKeep: () => void };

/** Prices that follow the first one, each from a moment on. */
export function PriceSteps({ prefix, values, zone, onKeep }: Props) {
  const { steps } = useEventTexts().kind;
  const [rows, setRows] = useState(() => rowsOf(values, "price_steps"));
  const change = (next: Row[]) => {
    setRows(next);
    requestAnimationFrame(onKeep);
  };
  return (
    <>
      <p className="text-muted">{steps.lead}</p>
      {rows.map((row, index) => (
        <div key={row.key} className="grid items-start gap-4 sm:grid-cols-[1fr_1fr_auto]">
          <TextField
            name={`${prefix}.${index}.starts_at`}
            type="datetime-local"
            label={steps.from}
            hint={zone}
            defaultValue={row.values.starts_at}
          />
          <TextField
            name={`${prefix}.${index}.price_cents`}
            label={steps.price}
            inputMode="decimal"
            defaultValue={row.values.price_cents}
            maxLength={12}
          />
          <Button
            variant="ghost"
            size="sm"
            className="sm:mt-8"
            aria-label={steps.remove.replace("{number}", String(index + 1))}
            onClick={() => change(rows.filter((one) => one !== row))}
          >
            <Icon of={Trash2} />
          </Button>
        </div>
      ))}
      {rows.length < MAX_PRICE_STEPS && (
        <div>
          <Button variant="outline" size="sm" onClick={() => change(withRow(rows, {}))}>
            <Icon of={Plus} />
            {steps.add}
          </Button>
        </div>
      )}
    </>
  );
}
