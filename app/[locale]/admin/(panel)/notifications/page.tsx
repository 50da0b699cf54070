import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { FormTexts } from "@/components/form/form-texts";
import { AdminShell } from "@/components/panel/admin/admin-shell";
import { CampaignButtons } from "@/components/accounts/notifications/campaign-buttons";
import { CampaignForm } from "@/components/accounts/notifications/campaign-form";
import { getPublicEvent } from "@/lib/events/promotion/queries";
import { noticeOf } from "@/lib/events/promotion/kit/queries";
import { isUuid } from "@/lib/events/promotion/rules";
import { countDevices, listCampaigns, type CampaignRow } from "@/lib/accounts/notifications/queries";
import { pushState } from "@/lib/accounts/notifications/rules";
import { pushKeys } from "@/lib/accounts/notifications/service";
import { requireAccount } from "@/lib/platform/auth/guard";
import { formatMoment } from "@/lib/platform/format";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";

export const generateMetadata = unlistedMetadata("accounts/notifications", "title");

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** Notices to accounts: the form for a new one, `?evento=` fills it in for an event, and the list of the existing ones. */
export default async function NotificationsPage({ searchParams }: Props) {
  const account = await requireAccount("/admin/notifications");
  const { evento, publico } = await searchParams;
  const event = isUuid(evento) ? await getPublicEvent(evento) : null;
  const t = await getTranslations("accounts/notifications");
  const [{ "accounts/notifications": notifications, "panel/requests": requests }, campaigns] = await Promise.all([
    getMessages(),
    listCampaigns(),
  ]);
  const devices = pushKeys && (await countDevices({ audience: "all", role: "", state: "", event: "" }));
  return (
    <AdminShell account={account}>
      <main id="conteudo" className="grid content-start gap-6 p-4 sm:p-6">
        <div>
          <h1 className="display-2">{t("title")}</h1>
          <p className="text-muted">{t("lead")}</p>
          <p className="text-sm text-muted">{pushKeys ? t("pushOn") : t("pushOff")}</p>
        </div>
        <section className="rounded-xl border border-line bg-surface p-4 sm:p-5">
          <h2 className="mb-4 text-2xl">{t("compose")}</h2>
          <FormTexts value={requests.validation}>
            <CampaignForm
              key={[evento, publico].flat().join(" ")}
              texts={notifications}
              devices={devices}
              first={event && (await noticeOf(event, publico === "event" ? "event" : "state"))}
            />
          </FormTexts>
        </section>
        <section className="grid gap-3">
          <h2 className="text-2xl">{t("list")}</h2>
          {campaigns.length === 0 && <p className="text-muted">{t("empty")}</p>}
          <ul className="grid gap-3">
            {campaigns.map((campaign) => (
              <Campaign key={campaign.id} campaign={campaign} texts={notifications} />
            ))}
          </ul>
        </section>
      </main>
    </AdminShell>
  );
}

async function pushWords(campaign: CampaignRow) {
  const t = await getTranslations("accounts/notifications.push");
  const state = pushState(campaign, Date.now());
  const { push_sent: sent, push_failed: failed, push_gone: gone } = campaign;
  return state && t(state, { sent: sent ?? 0, failed: failed ?? 0, gone: gone ?? 0 });
}

async function Campaign({
  campaign,
  texts,
}: {
  campaign: CampaignRow;
  texts: Parameters<typeof CampaignButtons>[0]["texts"];
}) {
  const t = await getTranslations("accounts/notifications");
  const locale = await getLocale();
  const when = campaign.sent_at ?? campaign.scheduled_at;
  const date = when && formatMoment(when, locale);
  const push = await pushWords(campaign);
  const aim = campaign.audience_role ?? campaign.audience_state ?? campaign.event?.title;
  return (
    <li className="flex flex-wrap items-center gap-4 rounded-xl border border-line bg-surface p-4">
      <div className="mr-auto">
        <h3 className="text-xl wrap-anywhere">{campaign.title}</h3>
        <p className="text-sm text-muted">
          {[
            t(`status.${campaign.status as "draft"}`),
            date,
            `${t(`audience.${campaign.audience as "all"}`)}${aim ? `: ${aim}` : ""}`,
            campaign.recipients !== null && t("recipients", { count: campaign.recipients }),
          ]
            .filter(Boolean)
            .join(" · ")}
        </p>
        {push && <p className="text-sm text-muted">{push}</p>}
      </div>
      <CampaignButtons id={campaign.id} status={campaign.status} texts={texts} />
    </li>
  );
}
