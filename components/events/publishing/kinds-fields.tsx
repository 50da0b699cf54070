"use client";

import { Plus } from "lucide";
import { useState } from "react";
import { useFieldError } from "@/components/form/form-context";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { questionValues, rowsOf, withRow, type Row } from "@/lib/events/publishing/parts/rules";
import { MAX_KINDS, zoneOfForm } from "@/lib/events/publishing/rules";
import type { RegistrationKind } from "@/lib/events/events/schema";
import { formatZone } from "@/lib/platform/format";
import { REGISTRATION_KINDS } from "@/lib/platform/supabase/database-constants/events";
import { useEventTexts } from "./event-texts";
import type { StepFieldsProps } from "./form-props";
import { KindRow } from "./kind-row";

/** Kinds of registration with price, places, dates and questions; without one the event takes no registrations. */
export function KindsFields({ values, current, locale, isPayable, questions, onKeep }: StepFieldsProps) {
  const texts = useEventTexts();
  const [rows, setRows] = useState(() => rowsOf(values, "kinds"));
  const error = useFieldError("kinds");
  const change = (next: Row[]) => {
    setRows(next);
    requestAnimationFrame(onKeep);
  };
  const add = (kind: RegistrationKind) =>
    change(
      withRow(rows, {
        kind,
        name: texts.registrations[kind],
        has_waiting_list: "on",
        ...Object.assign({}, ...(questions[kind] ?? []).map((one, index) => questionValues(`questions.${index}`, one))),
      }),
    );
  return (
    <>
      <p className="text-muted">{texts.kind.lead}</p>
      {!isPayable && <p className="rounded-xl border-2 border-faixa p-4">{texts.kind.unpayable}</p>}
      {error && (
        <p role="alert" className="text-sm font-semibold text-danger">
          {error}
        </p>
      )}
      {rows.map((row, index) => (
        <KindRow
          key={row.key}
          index={index}
          values={row.values}
          zone={formatZone(zoneOfForm(current), locale)}
          onKeep={onKeep}
          onRemove={() => change(rows.filter((one) => one !== row))}
        />
      ))}
      {rows.length < MAX_KINDS && (
        <div className="grid gap-2">
          <p className="font-semibold">{texts.kind.add}</p>
          <div className="flex flex-wrap gap-2">
            {REGISTRATION_KINDS.map((kind) => (
              <Button key={kind} variant="outline" onClick={() => add(kind)}>
                <Icon of={Plus} />
                {texts.registrations[kind]}
              </Button>
            ))}
          </div>
        </div>
      )}
    </>
  );
}
