"use client";

import { Plus } from "lucide";
import { useState } from "react";
import { useFieldError } from "@/components/form/form-context";
import { StandPlan } from "@/components/panel/records/stand-plan";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { rowsOf, withRow, type Row } from "@/lib/events/publishing/parts/rules";
import type { FormValues } from "@/lib/events/publishing/rules";
import { MAX_STANDS } from "@/lib/platform/supabase/database-constants/events";
import { useEventTexts } from "./event-texts";
import type { StepFieldsProps } from "./form-props";
import { PictureField } from "./picture-field";
import { StandRow } from "./stand-row";
import { StandSeries } from "./stand-series";

/** The stands that sellers can choose: price, size, and position on the image of the event. */
export function StandsFields({ values, onKeep, link, planPreview }: StepFieldsProps) {
  const { stands, poster } = useEventTexts();
  const [rows, setRows] = useState(() => rowsOf(values, "stands"));
  const [plan, setPlan] = useState({ path: values.stand_map_path ?? "", address: planPreview });
  const error = useFieldError("stands");
  const change = (next: Row[]) => {
    setRows(next);
    requestAnimationFrame(onKeep);
  };
  const set = (index: number, fields: FormValues) =>
    change(rows.map((row, place) => (place === index ? { ...row, values: { ...row.values, ...fields } } : row)));
  return (
    <>
      <p className="text-muted">{stands.lead}</p>
      <PictureField
        name="stand_map_path"
        values={values}
        texts={{ ...poster, ...stands.plan }}
        preview={planPreview}
        link={link}
        onKeep={onKeep}
        onPath={(path, address) => setPlan({ path, address })}
      />
      {error && (
        <p role="alert" className="text-sm font-semibold text-danger">
          {error}
        </p>
      )}
      <StandPlan
        picture={plan.path}
        address={plan.address}
        rows={rows.map(({ values: row }) => row)}
        onMove={(index, { x, y }) => set(index, { x: String(x), y: String(y) })}
      />
      {rows.map((row, index) => (
        <StandRow
          key={row.key}
          index={index}
          values={row.values}
          onLabel={(label) => set(index, { label })}
          onRemove={() => change(rows.filter((one) => one !== row))}
        />
      ))}
      {rows.length < MAX_STANDS && (
        <>
          <div>
            <Button variant="outline" onClick={() => change(withRow(rows, { x: "50", y: "50" }))}>
              <Icon of={Plus} />
              {stands.add}
            </Button>
          </div>
          <StandSeries rows={rows} onAdd={change} />
        </>
      )}
    </>
  );
}
