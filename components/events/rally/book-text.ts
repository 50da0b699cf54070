import type { Messages } from "next-intl";
import { fill } from "@/components/ui/fill";
import { turnName, type BookRow } from "@/lib/events/rally/book/rules";
import { clockOf } from "@/lib/events/rally/rules";
import { formatNumber } from "@/lib/platform/format";

/** What a line of the book says, on the screen of the co-driver. */
export function bookText(row: BookRow, book: Messages["events/rally"]["book"], locale: string): string {
  if (row.kind === "turn") return row.tulip ? `${book.turn[turnName(row.tulip)]} · ${row.text}` : row.text;
  if (row.kind === "regularity")
    return fill(book.regularity, { number: row.number, average: formatNumber(row.average, locale) });
  if (row.kind === "neutral") return fill(book.neutral, { number: row.number, time: clockOf(row.seconds * 1000) });
  return row.kind === "control" ? fill(book.control, { number: row.number }) : book.finish;
}
