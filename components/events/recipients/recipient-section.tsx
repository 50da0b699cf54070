import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { CommandForm } from "@/components/ui/command-form";
import { DataTable } from "@/components/ui/data-table";
import { SystemSection } from "@/components/ui/system-page";
import { choosePortalAction, withdrawRecipientAction } from "@/lib/events/recipients/actions";
import type { Recipients } from "@/lib/events/recipients/schema";
import { formatShortMoment } from "@/lib/platform/format";
import { RecipientForm } from "./recipient-form";
import { StripeSection } from "./stripe-section";

type Props = { event: string; recipients: Recipients };
type SectionProps = Props & {
  /** Whether the portal has the keys with which organisers connect an account. */
  canConnect: boolean;
  /** Stripe has just returned to the page. */
  isBack: boolean;
};

/** Who receives the money of an event, the form that changes it, and what was changed. */
export async function RecipientSection({ event, recipients, canConnect, isBack }: SectionProps) {
  const t = await getTranslations("events/recipients");
  const {
    "events/recipients": { form, validation },
  } = await getMessages();
  const { state, payee, may_change: mayChange, current, recipients: all } = recipients;
  const kind = all.find(({ id }) => id === current)?.kind;
  return (
    <>
      <SystemSection title={t("current.title")} lead={t("current.lead")}>
        <p
          role="status"
          className={
            state === "checking" || state === "stopped" ? "rounded-lg border-2 border-faixa p-3" : "font-semibold"
          }
        >
          {t(`current.state.${state === "own" && kind === "stripe" ? "account" : state}`, { name: payee ?? "" })}
        </p>
        {mayChange ? <Commands event={event} recipients={recipients} /> : <p>{t("current.readOnly")}</p>}
      </SystemSection>
      {mayChange && (
        <SystemSection title={t("form.title")} lead={t("form.lead")}>
          <RecipientForm event={event} texts={form} validation={validation} />
        </SystemSection>
      )}
      {mayChange && canConnect && <StripeSection event={event} recipients={recipients} isBack={isBack} />}
      <History recipients={recipients} />
    </>
  );
}

async function Commands({ event, recipients }: Props) {
  const t = await getTranslations("events/recipients.current");
  const { recipients: all, current, offers_portal: offersPortal } = recipients;
  const counted = all.find(({ id }) => id === current);
  return (
    <div className="flex flex-wrap gap-3 empty:hidden">
      {counted?.status === "pending" && (
        <CommandForm
          action={withdrawRecipientAction}
          hidden={{ item: counted.id }}
          label={t("withdraw")}
          confirm={t("withdrawConfirm")}
          variant="outline"
        />
      )}
      {offersPortal && counted && counted.kind !== "portal" && (
        <CommandForm
          action={choosePortalAction}
          hidden={{ event }}
          label={t("portal")}
          confirm={t("portalConfirm")}
          variant="outline"
        />
      )}
    </div>
  );
}

async function History({ recipients: { recipients } }: Pick<Props, "recipients">) {
  const [t, locale] = [await getTranslations("events/recipients"), await getLocale()];
  return (
    <SystemSection title={t("history.title")}>
      <DataTable
        caption={t("history.title")}
        heads={(["when", "who", "recipient", "status", "note"] as const).map((head) => t(`history.${head}`))}
        rows={recipients.map((one) => ({
          id: one.id,
          cells: [
            formatShortMoment(one.created_at, locale),
            one.by ?? "—",
            one.kind === "portal"
              ? t("history.portal")
              : [one.name, one.city, one.pix_key, one.stripe_account].filter(Boolean).join(" · "),
            t(`status.${one.status}`),
            one.note ?? "—",
          ],
        }))}
        empty={t("history.none")}
      />
    </SystemSection>
  );
}
