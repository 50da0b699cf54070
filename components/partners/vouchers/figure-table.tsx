import type { ReactNode } from "react";

type Props = {
  head: readonly string[];
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
  empty: string;
};

/** A table whose first column is a name and whose other columns are figures. */
export function FigureTable({ head, rows, empty }: Props) {
  if (rows.length === 0) return <p className="text-muted">{empty}</p>;
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-left">
        <thead className="text-sm text-muted">
          <tr>
            {head.map((name, index) => (
              <th key={name} scope="col" className={index === 0 ? "font-normal" : "pl-3 text-right font-normal"}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="tabular">
          {rows.map(({ key, cells: [name, ...figures] }) => (
            <tr key={key} className="border-t border-line">
              <th scope="row" className="py-2 font-normal wrap-anywhere">
                {name}
              </th>
              {figures.map((figure, index) => (
                <td key={head[index + 1]} className="py-2 pl-3 text-right">
                  {figure}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
