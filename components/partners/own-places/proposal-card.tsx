import { getLocale, getTranslations } from "next-intl/server";
import { CommandForm } from "@/components/ui/command-form";
import { withdrawChangeAction } from "@/lib/partners/own-places/actions";
import { MODERATED_FIELDS, type ModeratedField } from "@/lib/partners/own-places/rules";
import type { Proposal } from "@/lib/partners/own-places/schema";
import { formatDay } from "@/lib/platform/format";

/** The change that waits for the team, with its values. */
export async function OpenProposal({
  service,
  proposal,
  categories,
}: {
  service: string;
  proposal: Proposal;
  categories: readonly { value: string; label: string }[];
}) {
  const t = await getTranslations("partners/own-places.proposal");
  const locale = await getLocale();
  const shown = (field: ModeratedField): string => {
    const value = proposal.values[field];
    if (field === "gallery") return t("photos", { count: Array.isArray(value) ? value.length : 0 });
    const text = typeof value === "number" ? String(value) : typeof value === "string" ? value : "";
    if (field === "category_key") return categories.find((one) => one.value === text)?.label ?? text;
    return text || t("empty");
  };
  return (
    <section className="grid gap-3 rounded-xl border-2 border-faixa p-4" aria-labelledby="proposta">
      <h3 id="proposta" className="text-xl">
        {t("title")}
      </h3>
      <p>
        {t("by", {
          name: proposal.by,
          date: formatDay(proposal.created_at, locale),
          protocol: proposal.protocol,
        })}{" "}
        {proposal.status === "in_review" && t("in_review")}
      </p>
      {proposal.status === "adjust" && (
        <p className="rounded-lg bg-raised p-3 whitespace-pre-line wrap-anywhere">
          <strong className="block">{t("adjust")}</strong>
          {proposal.note}
        </p>
      )}
      <h4 className="font-semibold">{t("values")}</h4>
      <dl className="grid gap-x-4 gap-y-2 sm:grid-cols-[auto_1fr]">
        {MODERATED_FIELDS.filter((field) => field in proposal.values).map((field) => (
          <div key={field} className="contents">
            <dt className="text-muted">{t(`field.${field}`)}</dt>
            <dd className="whitespace-pre-line wrap-anywhere">{shown(field)}</dd>
          </div>
        ))}
      </dl>
      <CommandForm
        action={withdrawChangeAction}
        hidden={{ service, application: proposal.id }}
        label={t("withdraw")}
        confirm={t("withdrawConfirm")}
        variant="outline"
      />
    </section>
  );
}

/** The newest decision of the last 30 days. */
export async function DecidedProposal({ proposal }: { proposal: Proposal }) {
  const t = await getTranslations("partners/own-places.proposal");
  const date = formatDay(proposal.decided_at ?? proposal.created_at, await getLocale());
  return (
    <div className="rounded-lg bg-raised p-3 whitespace-pre-line wrap-anywhere">
      <strong className="block">{t(proposal.status === "approved" ? "approved" : "rejected", { date })}</strong>
      {proposal.note}
    </div>
  );
}
