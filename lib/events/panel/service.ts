import "server-only";
import writeXlsxFile from "write-excel-file/node";
import { workbookCell, type Cell } from "../../platform/sheets";

/** Rows as a workbook with one sheet, its first row in bold. */
export async function workbookOf(rows: readonly (readonly Cell[])[], sheet: string): Promise<Buffer> {
  const cells = rows.map((row, index) =>
    row.map((cell) => {
      const shown = workbookCell(cell);
      return shown && index === 0 ? { ...shown, fontWeight: "bold" as const } : shown;
    }),
  );
  return writeXlsxFile(cells, { sheet, stickyRowsCount: 1 }).toBuffer();
}
