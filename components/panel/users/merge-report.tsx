import type { MergeLine } from "@/lib/accounts/accounts/users/rules";
import { useMergeTexts } from "./merge-texts";

type Props = { lines: readonly MergeLine[] };

/** How many rows of each kind a merge moves, deletes or keeps. */
export function MergeReport({ lines }: Props) {
  const texts = useMergeTexts().merge;
  if (lines.length === 0) return <p className="text-muted">{texts.nothing}</p>;
  const columns = ["moved", "dropped", "stays"] as const;
  const used = columns.filter((column) => column === "moved" || lines.some((line) => line[column] > 0));
  return (
    <>
      <table className="w-full text-[0.95rem]">
        <caption className="sr-only">{texts.caption}</caption>
        <thead>
          <tr className="border-b-2 border-line text-left align-bottom text-sm text-muted">
            <th scope="col" className="py-1 pr-3 font-normal">
              {texts.heads.kind}
            </th>
            {used.map((column) => (
              <th key={column} scope="col" className="py-1 pl-3 text-right font-normal">
                {texts.heads[column]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.kind} className="border-b border-line">
              <th scope="row" className="py-1.5 pr-3 text-left font-normal">
                {texts.kinds[line.kind]}
              </th>
              {used.map((column) => (
                <td key={column} className="py-1.5 pl-3 text-right tabular">
                  {line[column] || "—"}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <ul className="grid gap-1 text-sm text-muted">
        {used
          .filter((column) => column !== "moved")
          .map((column) => (
            <li key={column}>{texts.notes[column]}</li>
          ))}
      </ul>
    </>
  );
}
