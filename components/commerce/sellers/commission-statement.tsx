import { Download } from "lucide";
import { getLocale, getTranslations } from "next-intl/server";
import { DataTable } from "@/components/ui/data-table";
import { Stamp } from "@/components/ui/stamp";
import { StateMark } from "@/components/ui/state-mark";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import type { StatementLine } from "@/lib/commerce/payments/queries";
import { formatMoney } from "@/lib/platform/format";

const SHEET = "/api/exports/commissions";

type Props = { lines: readonly StatementLine[]; waitingCents: number };

/** The commission statement of a seller, line by line, with the total of the next payout. */
export async function CommissionStatement({ lines, waitingCents }: Props) {
  const [t, locale] = [await getTranslations("commerce/sellers.statement"), await getLocale()];
  const rows = lines.map((line) => ({
    id: String(line.id),
    cells: [
      <Stamp key="at" at={line.created_at} locale={locale} />,
      t("sale", { number: line.sale.number, company: line.sale.client_company_name }),
      t(`kind.${line.kind as "earned"}`),
      <span key="amount" className="whitespace-nowrap tabular">
        {formatMoney(line.amount_cents, locale)}
      </span>,
      <StateMark key="state" look={line.paid_at ? "good" : "wait"}>
        {t(line.paid_at ? "paid" : "waiting")}
      </StateMark>,
    ],
  }));
  const heads = (["date", "about", "entry", "amount", "status"] as const).map((name) => t(name));
  return (
    <section className="grid gap-4">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h2 className="text-3xl">{t("title")}</h2>
          <p className="text-muted">{t("balance", { amount: formatMoney(waitingCents, locale) })}</p>
        </div>
        <Button asChild variant="outline">
          <a href={SHEET} download>
            <Icon of={Download} /> {t("export")}
          </a>
        </Button>
      </div>
      <DataTable caption={t("title")} heads={heads} rows={rows} empty={t("empty")} />
    </section>
  );
}
