"use client";

import { ArrowDown, ArrowUp, Plus, Trash2 } from "lucide";
import { useId, useState, type ReactNode } from "react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { emptyValues } from "@/lib/admin/rules";
import type { FieldInputProps } from "./field-frame";
import { useLabels } from "./labels";

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
  FieldInput,
}: RowsInputProps) {
  const t = useTranslations("records");
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
  const add = () => {
    write([...rows, emptyValues(fields)], [...keys, next]);
    setNext(next + 1);
  };
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
      <ol className="grid gap-2">
        {rows.map((row, index) => {
          const place = `${path}.${index}`;
          const isBroken = Object.keys(errors).some((key) => key.startsWith(`${place}.`));
          return (
            <li key={keys[index] ?? `new-${index}`} className="rounded-xl border border-line bg-surface">
              <details open={isBroken || !row.id}>
                <summary className="flex min-h-12 cursor-pointer items-center gap-2 px-3">
                  <span className="text-muted tabular">{index + 1}.</span>
                  <strong className={isBroken ? "text-danger" : undefined}>
                    {String((row[first!.name] as string) || t("rows.unnamed"))}
                  </strong>
                  <span className="ml-auto flex">
                    {(
                      [
                        [ArrowUp, "rows.up", index - 1, index === 0],
                        [ArrowDown, "rows.down", index + 1, index === rows.length - 1],
                      ] as const
                    ).map(([icon, name, to, isOff]) => (
                      <button
                        key={name}
                        type="button"
                        disabled={isOff}
                        onClick={(event) => {
                          event.preventDefault();
                          move(index, to);
                        }}
                        className="grid size-11 place-items-center rounded-lg hover:bg-raised disabled:opacity-30"
                      >
                        <Icon of={icon} className="size-5" label={t(name, { place: index + 1 })} />
                      </button>
                    ))}
                    <button
                      type="button"
                      onClick={(event) => {
                        event.preventDefault();
                        write(rows.toSpliced(index, 1), keys.toSpliced(index, 1));
                      }}
                      className="grid size-11 place-items-center rounded-lg text-danger hover:bg-raised"
                    >
                      <Icon of={Trash2} className="size-5" label={t("rows.remove", { place: index + 1 })} />
                    </button>
                  </span>
                </summary>
                <div className="grid gap-4 border-t border-line p-3 sm:grid-cols-2">
                  {fields.map((child) => (
                    <div
                      key={child.name}
                      className={child.kind === "markdown" || child.kind === "longtext" ? "sm:col-span-2" : undefined}
                    >
                      <FieldInput
                        field={child}
                        path={`${place}.${child.name}`}
                        value={row[child.name]}
                        errors={errors}
                        onChange={(changed) => onChange(rows.with(index, { ...row, [child.name]: changed }))}
                        titles={titles}
                        resource={resource}
                        state={state}
                      />
                    </div>
                  ))}
                </div>
              </details>
            </li>
          );
        })}
      </ol>
      <Button variant="outline" className="w-fit" onClick={add}>
        <Icon of={Plus} /> {t("rows.add")}
      </Button>
    </section>
  );
}
