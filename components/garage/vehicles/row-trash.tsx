"use client";

import { Button } from "@/components/ui/button";
import { useVehicleTexts } from "./vehicle-texts";

type Props = {
  rows: readonly { id: string; title: string }[];
  isBusy: boolean;
  onRestore: (id: string) => void;
};

/** Documents or parts in the trash. */
export function RowTrash({ rows, isBusy, onRestore }: Props) {
  const texts = useVehicleTexts().trash;
  if (rows.length === 0) return null;
  return (
    <details className="rounded-xl border-2 border-line p-4">
      <summary className="min-h-11 cursor-pointer content-center font-semibold">
        {texts.titleCount.replace("{count}", String(rows.length))}
      </summary>
      <p className="my-2 text-muted">{texts.lead}</p>
      <ul className="grid gap-2">
        {rows.map(({ id, title }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-3">
            <span className="wrap-anywhere">{title}</span>
            <Button
              variant="outline"
              aria-label={`${texts.restore}: ${title}`}
              disabled={isBusy}
              onClick={() => onRestore(id)}
            >
              {texts.restore}
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}
