import { getLocale, getTranslations } from "next-intl/server";
import type { ComponentProps } from "react";
import { CommandForm } from "@/components/ui/command-form";
import { DataTable } from "@/components/ui/data-table";
import { Stamp } from "@/components/ui/stamp";
import { StateMark } from "@/components/ui/state-mark";
import { SystemSection } from "@/components/ui/system-page";
import { Input } from "@/components/ui/input";
import { formatMoney } from "@/lib/platform/format";
import type { ListedCommission } from "@/lib/commerce/payments/panel/queries";

type Action = ComponentProps<typeof CommandForm>["action"];
type Commissions = readonly ListedCommission[];

const LOOK = { pending: "wait", approved: "none", paid: "good", reversed: "bad" } as const;

/** Commissions grouped by the next step: to approve, to pay, done. */
export async function CommissionList({
  commissions,
  approve,
  pay,
}: {
  commissions: Commissions;
  approve: Action;
  pay: Action;
}) {
  const t = await getTranslations("commerce/payments.panel.commission");
  const of = (...statuses: string[]) => commissions.filter(({ status }) => statuses.includes(status));
  const [pending, approved, others] = [of("pending"), of("approved"), of("paid", "reversed")];
  if (commissions.length === 0)
    return <p className="rounded-xl border-2 border-dashed border-line p-6 text-center text-muted">{t("empty")}</p>;
  return (
    <>
      {pending.length > 0 && (
        <SystemSection title={t("toApprove")}>
          <CommandForm action={approve} label={t("approve")} confirm={t("confirmApprove")}>
            <CommissionTable commissions={pending} canChoose />
          </CommandForm>
        </SystemSection>
      )}
      {approved.length > 0 && (
        <SystemSection title={t("toPay")}>
          <CommandForm action={pay} label={t("pay")} confirm={t("confirmPay")}>
            <CommissionTable commissions={approved} canChoose />
            <label className="grid max-w-md gap-1 text-sm">
              {t("note")}
              <Input name="note" maxLength={500} />
            </label>
          </CommandForm>
        </SystemSection>
      )}
      {others.length > 0 && (
        <SystemSection title={t("others")}>
          <CommissionTable commissions={others} />
        </SystemSection>
      )}
    </>
  );
}

async function CommissionTable({ commissions, canChoose = false }: { commissions: Commissions; canChoose?: boolean }) {
  const [t, locale] = [await getTranslations("commerce/payments.panel"), await getLocale()];
  const rows = commissions.map((row) => ({
    id: row.id,
    cells: [
      <label key="choose" className="flex min-h-6 items-center gap-2">
        {canChoose && (
          <input
            type="checkbox"
            name="items[]"
            value={row.id}
            defaultChecked
            aria-label={`${t("commission.choose")} ${row.seller.full_name}`}
            className="size-5"
          />
        )}
        {row.seller.full_name}
      </label>,
      <>
        {row.sale.client_company_name}
        <br />
        <span className="text-sm text-muted">{t("sale", { number: row.sale.number })}</span>
      </>,
      <Stamp key="at" at={row.paid_at ?? row.created_at} locale={locale} />,
      <>
        <span className="tabular">{formatMoney(row.amount_cents - row.held_cents, locale)}</span>
        {row.held_cents > 0 && (
          <>
            <br />
            <span className="text-sm text-danger">
              {t("commission.held", { amount: formatMoney(row.held_cents, locale) })}
            </span>
          </>
        )}
        <br />
        <span className="text-sm text-muted">
          {t("commission.base", {
            percentage: row.sale.commission_percentage,
            price: formatMoney(row.sale.price_cents, locale),
          })}
        </span>
      </>,
      <StateMark key="status" look={LOOK[row.status as "paid"]}>
        {t(`commission.status.${row.status as "paid"}`)}
      </StateMark>,
    ],
  }));
  const heads = (["seller", "sale", "date", "commission", "status"] as const).map((name) => t(`column.${name}`));
  return <DataTable caption={t("commission.title")} heads={heads} rows={rows} empty={t("commission.empty")} />;
}
