import type { ReactNode } from "react";

type DataTableProps = {
  caption: string;
  heads: readonly string[];
  rows: readonly { id: string; cells: readonly ReactNode[] }[];
  empty: string;
};

/** Rows as a table; on a phone as cards with a label for every value. */
export function DataTable({ caption, heads, rows, empty }: DataTableProps) {
  if (rows.length === 0)
    return <p className="rounded-xl border-2 border-dashed border-line p-6 text-center text-muted">{empty}</p>;
  return (
    <div className="overflow-x-auto rounded-xl border border-line bg-surface">
      <table className="w-full text-left text-[0.95rem] max-sm:block">
        <caption className="sr-only">{caption}</caption>
        <thead className="border-b-2 border-line text-sm text-muted max-sm:sr-only">
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col" className="p-3 font-semibold">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-sm:block">
          {rows.map(({ id, cells }) => (
            <tr key={id} className="border-b border-line align-top last:border-0 max-sm:grid max-sm:gap-1 max-sm:p-3">
              {cells.map((cell, index) => (
                <td
                  key={heads[index]}
                  className="p-3 wrap-anywhere max-sm:grid max-sm:grid-cols-[8rem_1fr] max-sm:gap-2 max-sm:p-0"
                >
                  <span aria-hidden="true" className="text-sm text-muted sm:hidden">
                    {heads[index]}
                  </span>
                  <span>{cell}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
