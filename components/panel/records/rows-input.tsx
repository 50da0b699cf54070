"use client";

import { Copy, Plus } from "lucide";
import { useId, useState, type ReactNode } from "react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { asText, emptyValues } from "@/lib/panel/admin/rules";
import { eventFileUrl } from "@/lib/platform/media/rules";
import type { FieldInputProps } from "./field-frame";
import { useLabels } from "./labels";
import { PictureDrop } from "../../ui/picture-drop";
import { MoveButtons, RemoveButton, rowButton, unopened } from "./row-buttons";
import { RowFields } from "./row-fields";
import { StandPlan } from "./stand-plan";
import { MAX_GUIDE_PICTURES } from "@/lib/platform/supabase/database-constants/guide";

type Row = Record<string, unknown>;

/** `FieldInput` renders a child's field; it is passed in because importing it here would be a circular import. */
type RowsInputProps = FieldInputProps & { FieldInput: (props: FieldInputProps) => ReactNode };

/** Ordered children of a row, or objects in a list of one of its columns: added, moved and removed here, saved with their parent. */
export function RowsInput({
  field,
  path,
  value,
  errors,
  onChange,
  titles,
  resource,
  state,
  row: parent,
  FieldInput,
}: RowsInputProps) {
  const t = useTranslations("panel/records");
  const labels = useLabels();
  const heading = useId();
  const rows = Array.isArray(value) ? (value as Row[]) : [];
  const [keys, setKeys] = useState(() => rows.map((_, index) => index));
  const [next, setNext] = useState(rows.length);
  const fields = field.rows?.fields ?? field.items ?? [];
  const [first] = fields;
  const write = (changed: Row[], order: number[]) => {
    setKeys(order);
    onChange(changed);
  };
  const move = (from: number, to: number) => {
    const [moved, key] = [rows[from]!, keys[from]!];
    write(rows.toSpliced(from, 1).toSpliced(to, 0, moved), keys.toSpliced(from, 1).toSpliced(to, 0, key));
  };
  const append = (row: Row) => {
    write([...rows, row], [...keys, next]);
    setNext(next + 1);
  };
  const { copied, locked, plan, file } = field.rows ?? {};
  const copy = (row: Row) => {
    const { id: _, ...values } = row;
    append({ ...values, ...Object.fromEntries((copied ?? []).map((name) => [name, null])) });
  };
  // A row that is locked by a value typed here can still be changed until it is saved.
  const [lockedIds] = useState(
    () => new Set(rows.filter((row) => locked && row[locked]).map((row) => row.id as string)),
  );
  return (
    <section aria-labelledby={heading} className="grid gap-3" data-field={path}>
      <h3 id={heading} className="text-2xl">
        {labels.field(field.name)} <span className="text-muted tabular">({rows.length})</span>
      </h3>
      {errors[path] && (
        <p role="alert" className="text-sm font-semibold text-danger">
          {labels.error(errors[path])}
        </p>
      )}
      {plan && (
        <StandPlan
          picture={parent?.[plan]}
          rows={rows}
          onMove={(index, at) => onChange(rows.with(index, { ...rows[index], ...at }))}
        />
      )}
      {file && rows.length < MAX_GUIDE_PICTURES && (
        <PictureDrop
          to="/api/event-files"
          takesPdf
          room={MAX_GUIDE_PICTURES - rows.length}
          onSent={(name) =>
            append({ ...emptyValues(fields), [file]: name, ...(name.endsWith(".pdf") && { kind: "document" }) })
          }
        />
      )}
      <ol className="grid gap-2">
        {rows.map((row, index) => {
          const place = `${path}.${index}`;
          const isLocked = lockedIds.has(row.id as string);
          const isBroken = Object.keys(errors).some((key) => key.startsWith(`${place}.`));
          return (
            <li key={keys[index] ?? `new-${index}`} className="rounded-xl border border-line bg-surface">
              <details open={isBroken || !row.id}>
                <summary className="flex min-h-12 cursor-pointer items-center gap-2 px-3">
                  <span className="text-muted tabular">{index + 1}.</span>
                  {file && asText(row[file]).endsWith(".webp") && (
                    <img src={eventFileUrl(asText(row[file]))} alt="" className="size-10 rounded object-cover" />
                  )}
                  <strong className={isBroken ? "text-danger" : undefined}>
                    {String((row[first!.name] as string) || t("rows.unnamed"))}
                  </strong>
                  <span className="ml-auto flex">
                    <MoveButtons index={index} count={rows.length} onMove={(to) => move(index, to)} />
                    {copied && (
                      <button type="button" onClick={unopened(() => copy(row))} className={rowButton}>
                        <Icon of={Copy} className="size-5" label={t("rows.copy", { place: index + 1 })} />
                      </button>
                    )}
                    <RemoveButton
                      index={index}
                      disabled={isLocked}
                      onRemove={() => write(rows.toSpliced(index, 1), keys.toSpliced(index, 1))}
                    />
                  </span>
                </summary>
                <RowFields
                  FieldInput={FieldInput}
                  fields={fields}
                  place={place}
                  row={row}
                  isLocked={isLocked}
                  shared={{ errors, titles, resource, state }}
                  onChange={(changed) => onChange(rows.with(index, { ...row, ...changed }))}
                />
              </details>
            </li>
          );
        })}
      </ol>
      {!file && (
        <Button variant="outline" className="w-fit" onClick={() => append(emptyValues(fields))}>
          <Icon of={Plus} /> {t("rows.add")}
        </Button>
      )}
    </section>
  );
}
