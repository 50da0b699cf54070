import { Mail, MessageCircle } from "lucide";
import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import { CommandForm } from "@/components/ui/command-form";
import { SystemSection } from "@/components/ui/system-page";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { controlClass } from "@/components/ui/input";
import { LabelledSelect } from "@/components/ui/labelled-select";
import { addLeadActivityAction } from "@/lib/events/promotion/actions";
import type { Lead } from "@/lib/events/promotion/leads/queries";
import { ACTIVITY_KINDS, INVITED_KINDS, type LeadKind, type LeadStage } from "@/lib/events/promotion/rules";
import { formatShortMoment } from "@/lib/platform/format";
import { localePath } from "@/lib/platform/i18n/routing";
import { panelPath } from "@/lib/platform/paths";
import { whatsappAddress } from "@/lib/platform/whatsapp";
import { Invitation } from "./invitation";

type Props = { lead: Lead; link: string; mayInvite: boolean };

/** What the form of a contact does not have: equal contacts, messages, the invitation and the activities. */
export async function LeadFacts({ lead, link, mayInvite }: Props) {
  return (
    <>
      <Twins lead={lead} />
      <div className="grid gap-4 lg:grid-cols-2">
        <Messages lead={lead} link={link} mayInvite={mayInvite} />
        <Activities lead={lead} />
      </div>
    </>
  );
}

async function Twins({ lead }: { lead: Lead }) {
  const t = await getTranslations("events/promotion");
  const locale = await getLocale();
  if (lead.twins.length === 0) return null;
  return (
    <div className="rounded-xl border-2 border-faixa p-4">
      <p className="font-semibold">{t("lead.twins")}</p>
      <ul>
        {lead.twins.map(({ id, name, stage }) => (
          <li key={id}>
            <Link
              href={localePath(locale, panelPath("event_prospecting", id))}
              className="inline-flex min-h-11 items-center text-link underline wrap-anywhere"
            >
              {name} ({t(`stage.${stage as LeadStage}`)})
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

async function Messages({ lead, link, mayInvite }: Props) {
  const t = await getTranslations("events/promotion.lead");
  const name = lead.contact_name || lead.name;
  const message = t(`message.${lead.kind as LeadKind}`, { name, link });
  return (
    <SystemSection title={t("contact")}>
      {(lead.phone || lead.email) && <p className="wrap-anywhere">{message}</p>}
      {!lead.phone && !lead.email && <p className="text-muted">{t("noAddress")}</p>}
      <div className="flex flex-wrap gap-2">
        {lead.phone && (
          <Button asChild>
            <a href={whatsappAddress(lead.phone, message)} target="_blank" rel="noopener">
              <Icon of={MessageCircle} /> {t("whatsapp")}
            </a>
          </Button>
        )}
        {lead.email && (
          <Button asChild variant="outline">
            <a href={`mailto:${encodeURIComponent(lead.email)}?body=${encodeURIComponent(message)}`}>
              <Icon of={Mail} /> {t("email")}
            </a>
          </Button>
        )}
      </div>
      {mayInvite && INVITED_KINDS.includes(lead.kind) && (
        <>
          <p className="text-sm text-muted">{t("inviteLead")}</p>
          <Invitation
            lead={lead.id}
            phone={lead.phone}
            locale={await getLocale()}
            message={t(`message.${lead.kind as LeadKind}`, { name, link: "{link}" })}
            texts={{ create: t("invite"), link: t("link"), copy: t("copy"), send: t("send") }}
          />
        </>
      )}
    </SystemSection>
  );
}

async function Activities({ lead }: { lead: Lead }) {
  const t = await getTranslations("events/promotion");
  const locale = await getLocale();
  return (
    <SystemSection title={t("lead.activities")}>
      <CommandForm action={addLeadActivityAction} hidden={{ lead: lead.id }} label={t("lead.add")}>
        <LabelledSelect
          name="kind"
          label={t("lead.kind")}
          options={ACTIVITY_KINDS.map((kind) => [kind, t(`activity.${kind}`)])}
        />
        <label className="grid gap-1 text-sm">
          <span className="text-muted">{t("lead.text")}</span>
          <textarea name="text" rows={2} maxLength={1000} required className={`${controlClass} h-auto py-2`} />
        </label>
      </CommandForm>
      {lead.lead_activities.length === 0 && <p className="text-muted">{t("lead.noActivities")}</p>}
      <ol className="grid gap-2">
        {lead.lead_activities.map(({ id, kind, text, created_at: at, author }) => (
          <li key={id} className="border-l-4 border-line pl-3">
            <p className="wrap-anywhere whitespace-pre-line">{text}</p>
            <p className="text-sm text-muted">
              {[t(`activity.${kind as "call"}`), formatShortMoment(at, locale), author?.username]
                .filter(Boolean)
                .join(" · ")}
            </p>
          </li>
        ))}
      </ol>
    </SystemSection>
  );
}
