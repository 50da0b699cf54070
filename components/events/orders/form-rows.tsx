"use client";

import { Plus, Trash2 } from "lucide";
import { useState, type ReactNode } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { Button } from "@/components/ui/button";
import { fill } from "@/components/ui/fill";
import { Icon } from "@/components/ui/icon";
import { rowsOf, withRow, type Row } from "@/lib/events/publishing/parts/rules";
import type { FormValues } from "@/lib/events/publishing/rules";

type Props = {
  list: string;
  values: FormValues;
  most: number;
  labels: { add: string; remove: string };
  first?: FormValues;
  children: (row: Row, index: number) => ReactNode;
};

/** The rows of a list of a form, with buttons that add and remove one. */
export function FormRows({ list, values, most, labels, first = {}, children }: Props) {
  const [rows, setRows] = useState(() => rowsOf(values, list));
  return (
    <>
      {rows.map((row, index) => (
        <div key={row.key} className="grid gap-4 rounded-xl border-2 border-line p-4">
          {children(row, index)}
          <Button
            type="button"
            variant="ghost"
            size="sm"
            className="w-fit"
            onClick={() => setRows(rows.filter((one) => one !== row))}
          >
            <Icon of={Trash2} /> {fill(labels.remove, { number: index + 1 })}
          </Button>
        </div>
      ))}
      {rows.length < most && (
        <Button
          type="button"
          variant="outline"
          size="sm"
          className="w-fit"
          onClick={() => setRows(withRow(rows, first))}
        >
          <Icon of={Plus} /> {labels.add}
        </Button>
      )}
    </>
  );
}

type KindProps = { name: string; label: string; kinds: readonly { id: string; name: string }[]; values: FormValues };

/** Boxes for kinds of registration, each a field of its own. */
export function KindBoxes({ name, label, kinds, values }: KindProps) {
  return (
    <fieldset className="grid gap-2">
      <legend className="font-semibold">{label}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {kinds.map((kind) => (
          <label key={kind.id} className="flex min-h-11 items-center gap-3">
            <Checkbox name={`${name}.${kind.id}`} defaultChecked={values[`type_ids.${kind.id}`] === "on"} />
            <span className="wrap-anywhere">{kind.name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
