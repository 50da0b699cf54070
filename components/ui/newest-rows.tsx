import type { ReactNode } from "react";

type Props<Row> = {
  /** Newest first. */
  rows: readonly Row[];
  /** Names the number of rows that are folded. */
  olderLabel: (count: number) => string;
  renderRows: (rows: readonly Row[]) => ReactNode;
};

const SHOWN = 5;

/** The five newest rows of an account; older ones are folded. */
export function NewestRows<Row>({ rows, olderLabel, renderRows }: Props<Row>) {
  const older = rows.slice(SHOWN);
  return (
    <>
      {renderRows(rows.slice(0, SHOWN))}
      {older.length > 0 && (
        <details className="mt-4 border-t-2 border-line pt-2">
          <summary className="min-h-11 cursor-pointer content-center font-semibold">{olderLabel(older.length)}</summary>
          <div className="mt-2">{renderRows(older)}</div>
        </details>
      )}
    </>
  );
}
