"use client";

import { useAction } from "next-safe-action/hooks";
import { useState, type ReactNode } from "react";
import { notifyFailure } from "@/components/form/notify-failure";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Link } from "@/components/ui/link";
import { useChosen } from "@/components/ui/use-chosen";
import { selectAllAction } from "@/lib/events/panel/list/actions";
import { BulkBar, type BulkTarget } from "./bulk-bar";
import { BulkTexts, useBulkTexts, type BulkMessages } from "./bulk-texts";

type TableRegistration = {
  id: string;
  name: string;
  href: string;
  /** Marks beside the name, such as the one of a note. */
  marks: ReactNode;
  /** Plate of the card on a phone. */
  plate: string;
  /** Second line of the card on a phone: status, kind and payment. */
  brief: ReactNode;
  cells: readonly ReactNode[];
};
type Props = {
  heads: readonly string[];
  rows: readonly TableRegistration[];
  /** Number of registrations that the filter finds, on all pages. */
  total: number;
  /** Text in place of the table without rows; the result of a bulk decision after which none is left stays below it. */
  empty: string;
  target: BulkTarget;
  texts: BulkMessages;
};

/** Rows of 36 px where a mouse is used, of 44 px elsewhere. */
const CELL = "h-11 px-2 py-0 lg:pointer-fine:h-9";

/** Registrations with a checkbox each for bulk decisions; on a phone every row is a card of two lines. */
export function RegistrationTable({ heads, rows, total, empty, target, texts }: Props) {
  const chosen = useChosen(rows);
  /** Ids of all that the filter finds, after they were selected at once. */
  const [everyId, setEveryId] = useState<string[] | null>(null);
  const change = (run: () => void) => {
    setEveryId(null);
    run();
  };
  return (
    <BulkTexts value={texts}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {rows.length === 0 && (
          <p className="rounded-xl border-2 border-dashed border-line p-8 text-center text-muted">{empty}</p>
        )}
        <div className="overflow-x-auto rounded-xl border border-line bg-surface" hidden={rows.length === 0}>
          <table className="w-full text-left text-[0.95rem] max-md:block lg:text-sm">
            <thead className="border-b-2 border-line text-sm text-muted max-md:block">
              <tr className="max-md:block">
                <th scope="col" className="w-11 p-0">
                  <Box
                    label={texts.all}
                    isOn={chosen.isAll || everyId !== null}
                    onChange={(isOn) => change(() => chosen.chooseAll(isOn))}
                  />
                </th>
                {heads.map((head) => (
                  <th key={head} scope="col" className={`${CELL} font-semibold whitespace-nowrap max-md:hidden`}>
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="max-md:block">
              {rows.map(({ id, name, href, marks, plate, brief, cells }) => (
                <tr
                  key={id}
                  className="border-b border-line last:border-0 hover:bg-raised max-md:grid max-md:grid-cols-[2.75rem_minmax(0,1fr)] max-md:py-1"
                >
                  <td className="w-11 p-0">
                    <Box
                      label={`${texts.choose}: ${name}`}
                      isOn={everyId !== null || chosen.isChosen(id)}
                      onChange={(isOn) => change(() => chosen.choose(id, isOn))}
                    />
                  </td>
                  <th scope="row" className="p-0 pr-3 font-normal md:max-w-72 md:pl-3">
                    <span className="flex items-center gap-2">
                      <Link
                        href={href}
                        className="inline-flex h-11 min-w-0 items-center font-semibold text-link underline underline-offset-4 lg:pointer-fine:h-9"
                      >
                        <span className="truncate">{name.trim() || "—"}</span>
                      </Link>
                      {marks}
                      <span className="ml-auto shrink-0 tabular md:hidden">{plate}</span>
                    </span>
                    <span className="flex h-7 items-center gap-2 overflow-hidden text-sm *:whitespace-nowrap md:hidden">
                      {brief}
                    </span>
                  </th>
                  {cells.map((cell, index) => (
                    <td key={heads[index + 1]} className={`${CELL} max-w-56 truncate max-md:hidden`}>
                      {cell}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        {chosen.isAll && everyId === null && total > rows.length && (
          <SelectAll total={total} target={target} onIds={setEveryId} />
        )}
        <BulkBar
          ids={everyId ?? chosen.ids}
          isEvery={everyId !== null}
          target={target}
          onDone={() => change(() => chosen.chooseAll(false))}
        />
      </div>
    </BulkTexts>
  );
}

type BoxProps = { label: string; isOn: boolean; onChange: (isOn: boolean) => void };

function Box({ label, isOn, onChange }: BoxProps) {
  return (
    <label className="flex size-11 items-center justify-center lg:pointer-fine:size-9">
      <Checkbox checked={isOn} onChange={(event) => onChange(event.target.checked)} />
      <span className="sr-only">{label}</span>
    </label>
  );
}

type SelectAllProps = { total: number; target: BulkTarget; onIds: (ids: string[]) => void };

/** Selects what the filter finds on all pages. */
function SelectAll({ total, target: { event, search }, onIds }: SelectAllProps) {
  const texts = useBulkTexts();
  const { execute, isPending } = useAction(selectAllAction, {
    onError: ({ error }) => notifyFailure(error),
    onSuccess: ({ data }) => onIds(data.ids),
  });
  return (
    <Button variant="outline" className="w-fit" disabled={isPending} onClick={() => execute({ event, search })}>
      {texts.allFound.replace("#", String(total))}
    </Button>
  );
}
