import "server-only";
import writeXlsxFile from "write-excel-file/node";

/** Texts as a workbook with one sheet, its first row in bold; every cell is a text, so no cell is a formula. */
export async function workbookOf(rows: readonly (readonly string[])[], sheet: string): Promise<Buffer> {
  const cells = rows.map((row, index) =>
    row.map((value) => ({ value, type: String, ...(index === 0 && { fontWeight: "bold" as const }) })),
  );
  return writeXlsxFile(cells, { sheet, stickyRowsCount: 1 }).toBuffer();
}
