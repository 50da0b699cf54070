"use client";

import { useState } from "react";
import { useHydrated } from "@/components/form/use-hydrated";
import { Button } from "@/components/ui/button";
import { setPartDeletedAction } from "@/lib/garage/vehicles/parts/actions";
import { PartForm, type PartValues } from "./part-form";
import { RowTrash } from "./row-trash";
import { useUndo } from "./use-undo";
import { useVehicleTexts } from "./vehicle-texts";

/** `facts`: quantity, place, number and price as one line. */
type ListedPart = { id: string; values: PartValues; facts: string };
type Props = {
  vehicle: string;
  parts: readonly ListedPart[];
  deleted: readonly { id: string; title: string }[];
  canWrite: boolean;
  locale: string;
};

/** Parts of a car: those that travel in it, then the others. */
export function PartList({ vehicle, parts, deleted, canWrite, locale }: Props) {
  const texts = useVehicleTexts();
  const words = texts.parts;
  const hydrated = useHydrated();
  const [open, setOpen] = useState<string | null>(null);
  const change = useUndo(setPartDeletedAction, "vehicle.partRemoved");
  const form = { vehicle, locale, onClose: () => setOpen(null) };
  const groups = [
    { title: words.carried, rows: parts.filter(({ values }) => values.is_carried) },
    { title: words.atHome, rows: parts.filter(({ values }) => !values.is_carried) },
  ].filter(({ rows }) => rows.length > 0);
  return (
    <div className="grid gap-5">
      {parts.length === 0 && <p className="text-lg text-muted">{words.empty}</p>}
      {!canWrite && <p className="text-muted">{words.readOnly}</p>}
      {groups.map(({ title, rows }) => (
        <section key={title} aria-label={title} className="grid gap-3">
          <h2 className="text-2xl">{title}</h2>
          <ul className="grid gap-3 md:grid-cols-2">
            {rows.map((part) => (
              <li key={part.id} className="grid content-start gap-3 rounded-xl border-2 border-line bg-surface p-4">
                {open === part.id ? (
                  <PartForm {...form} part={part} />
                ) : (
                  <PartLine part={part} canWrite={canWrite} change={change} onEdit={() => setOpen(part.id)} />
                )}
              </li>
            ))}
          </ul>
        </section>
      ))}
      {canWrite && open === "new" && <PartForm {...form} part={null} />}
      {canWrite && open !== "new" && (
        <Button variant="faixa" className="w-full sm:w-fit" disabled={!hydrated} onClick={() => setOpen("new")}>
          {words.add}
        </Button>
      )}
      {canWrite && <RowTrash rows={deleted} isBusy={change.isBusy} onRestore={change.restore} />}
    </div>
  );
}

type LineProps = {
  part: ListedPart;
  canWrite: boolean;
  change: ReturnType<typeof useUndo>;
  onEdit: () => void;
};

function PartLine({ part: { id, values, facts }, canWrite, change, onEdit }: LineProps) {
  const words = useVehicleTexts().parts;
  return (
    <>
      <div className="grid gap-1">
        <h3 className="text-xl wrap-anywhere">
          {values.quantity > 1 ? `${values.quantity} × ${values.name}` : values.name}
        </h3>
        {facts && <p className="text-muted wrap-anywhere">{facts}</p>}
      </div>
      {canWrite && (
        <div className="flex flex-wrap gap-2">
          <Button
            variant="outline"
            aria-label={`${words.edit}: ${values.name}`}
            disabled={change.isBusy}
            onClick={onEdit}
          >
            {words.edit}
          </Button>
          <Button
            variant="outline"
            aria-label={`${words.remove}: ${values.name}`}
            disabled={change.isBusy}
            onClick={() => change.remove(id, values.name)}
          >
            {words.remove}
          </Button>
        </div>
      )}
    </>
  );
}
