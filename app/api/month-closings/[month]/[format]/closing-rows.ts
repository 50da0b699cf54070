import type { getTranslations } from "next-intl/server";
import type { Closing } from "@/lib/commerce/payments/panel/schema";
import type { Cell } from "@/lib/platform/sheets";

type Texts = Awaited<ReturnType<typeof getTranslations<"commerce/payments.panel">>>;
type Sheet = { heads: string[]; rows: Cell[][] };

/** Kinds of ledger entries have the names of the list of payments. */
function kindOf(t: Texts, part: Closing["lines"][number]["part"], kind: string): string {
  return part === "commissions" || part === "payouts"
    ? t(`closing.kind.${kind as "earned"}`)
    : t(`kind.${kind as "payment"}`);
}

/**
 * The closing of a month. The sums of the database follow the lines in a column of their own, so that a sum over the
 * column of amounts does not count them again.
 */
export function closingSheet({ lines, sums }: Closing, t: Texts): Sheet {
  const heads = [
    t("sheet.bookedAt"),
    t("closing.part"),
    t("sheet.kind"),
    t("sheet.source"),
    t("sheet.sale"),
    t("sheet.company"),
    t("sheet.plan"),
    t("closing.seller"),
    t("sheet.method"),
    t("sheet.amount"),
    t("closing.total"),
    t("sheet.reference"),
    t("sheet.note"),
  ];
  const rows = lines.map((line): Cell[] => [
    { at: line.at },
    t(`closing.parts.${line.part}`),
    kindOf(t, line.part, line.kind),
    line.source && t(`source.${line.source as "sale"}`),
    line.number,
    line.company,
    line.plan,
    line.seller,
    line.method && t(`method.${line.method as "card"}`),
    { cents: line.amount_cents },
    null,
    line.reference,
    line.note,
  ]);
  const totals = sums.map((sum): Cell[] => {
    const cells: Cell[] = Array.from({ length: heads.length }, () => null);
    cells[1] = t(`closing.sum.${sum.part}`);
    cells[2] = t("closing.lines", { count: sum.lines });
    cells[10] = { cents: sum.amount_cents };
    return cells;
  });
  return { heads, rows: [...rows, ...totals] };
}
