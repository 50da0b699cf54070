import { getLocale, getTranslations } from "next-intl/server";
import type { ComponentProps } from "react";
import { CommandForm } from "@/components/ui/command-form";
import { StateMark } from "@/components/ui/state-mark";
import { LabelledInput } from "@/components/ui/labelled-input";
import { brazilianDay } from "@/lib/platform/dates";
import { formatDay } from "@/lib/platform/format";
import type { ListedSeller } from "@/lib/commerce/sellers/queries";
import { formattedDocument } from "@/lib/platform/tax-document";
import type { SellerStatus } from "@/lib/commerce/sellers/rules";

type Command = ComponentProps<typeof CommandForm>["action"];
type Props = { sellers: readonly ListedSeller[]; actions: { decide: Command; setCommission: Command } };

const LOOK = { pending: "wait", active: "good", suspended: "bad", rejected: "none" } as const;

async function CommissionForm({ seller, action }: { seller: ListedSeller; action: Command }) {
  const t = await getTranslations("commerce/sellers.admin");
  const today = brazilianDay(new Date());
  const coming = seller.seller_commission_rates.filter(({ starts_on }) => starts_on > today);
  const locale = await getLocale();
  return (
    <CommandForm action={action} hidden={{ seller: seller.id }} label={t("saveCommission")} variant="outline">
      <p>
        {t("commissionNow", { rate: seller.commissionRate })}
        {coming.map(({ starts_on, percentage }) => (
          <span key={starts_on} className="block text-sm text-muted">
            {t("commissionFrom", { rate: percentage, date: formatDay(`${starts_on}T12:00:00Z`, locale) })}
          </span>
        ))}
      </p>
      <div className="grid grid-cols-2 gap-3">
        <LabelledInput
          label={t("percentage")}
          name="percentage"
          type="number"
          inputMode="decimal"
          min={0}
          max={100}
          step="0.01"
          required
          defaultValue={seller.commissionRate}
        />
        <LabelledInput label={t("startsOn")} name="starts_on" type="date" min={today} required defaultValue={today} />
      </div>
    </CommandForm>
  );
}

async function DecisionForm({ seller, action }: { seller: ListedSeller; action: Command }) {
  const t = await getTranslations("commerce/sellers.admin");
  const hidden = { id: seller.id, expected_status: seller.status };
  if (seller.status === "suspended")
    return <CommandForm action={action} hidden={{ ...hidden, decision: "approve" }} label={t("reactivate")} />;
  if (seller.status === "rejected")
    return (
      <CommandForm action={action} hidden={{ ...hidden, decision: "reopen" }} label={t("reopen")} variant="outline" />
    );
  return (
    <CommandForm
      action={action}
      hidden={{ ...hidden, decision: "reject" }}
      label={t("suspend")}
      variant="danger"
      confirm={t("suspendConfirm", { name: seller.full_name })}
    >
      <LabelledInput label={t("reason")} name="reason" required maxLength={1000} />
    </CommandForm>
  );
}

/** Sellers with their commission rate and the actions for each. */
export async function SellerList({ sellers, actions }: Props) {
  const t = await getTranslations("commerce/sellers.admin");
  const locale = await getLocale();
  if (sellers.length === 0)
    return <p className="rounded-xl border-2 border-dashed border-line p-6 text-center text-muted">{t("nobody")}</p>;
  return (
    <ul className="grid gap-4">
      {sellers.map((seller) => (
        <li key={seller.id}>
          <article
            aria-label={seller.full_name}
            className="grid gap-4 rounded-xl border border-line bg-surface p-4 sm:p-5 lg:grid-cols-[1.2fr_1fr_1fr]"
          >
            <div className="grid content-start gap-1">
              <h3 className="text-2xl wrap-anywhere">{seller.full_name}</h3>
              <div>
                <StateMark look={LOOK[seller.status as SellerStatus]}>
                  {t(`is.${seller.status as SellerStatus}`)}
                </StateMark>
              </div>
              <p className="text-sm text-muted">
                {[
                  formattedDocument(seller.document),
                  seller.phone,
                  seller.city,
                  seller.states.length > 0 ? seller.states.join(", ") : t("wholeCountry"),
                ]
                  .filter(Boolean)
                  .join(" · ")}
              </p>
              {seller.pix_key && (
                <p className="text-sm text-muted wrap-anywhere">{t("pixKey", { key: seller.pix_key })}</p>
              )}
              {seller.approved_at && (
                <p className="text-sm text-muted">{t("since", { date: formatDay(seller.approved_at, locale) })}</p>
              )}
              {seller.status_note && <p className="text-sm wrap-anywhere">{seller.status_note}</p>}
            </div>
            <CommissionForm seller={seller} action={actions.setCommission} />
            <DecisionForm seller={seller} action={actions.decide} />
          </article>
        </li>
      ))}
    </ul>
  );
}
