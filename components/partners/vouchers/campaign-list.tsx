import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { ListFilters } from "@/components/panel/admin/list-filters";
import { Button } from "@/components/ui/button";
import { Pager } from "@/components/ui/pager";
import { formatDate, formatNumber } from "@/lib/platform/format";
import { localePath } from "@/lib/platform/i18n/routing";
import { pageCount } from "@/lib/platform/paging";
import type { Campaign } from "@/lib/partners/vouchers/queries";
import { benefitText, statusOf } from "@/lib/partners/vouchers/rules";
import { CAMPAIGNS_PAGE, campaignQuery, type CampaignFilter, type Figures } from "@/lib/partners/vouchers/schema";
import { LimitsForm } from "./limits-form";
import { StatusButtons } from "./status-buttons";
import { VOUCHER_STATUSES } from "@/lib/platform/supabase/database-constants/partners";

type Props = {
  path: string;
  filter: CampaignFilter;
  campaigns: readonly Campaign[];
  total: number;
  figures: Figures;
};

/** Vouchers of all places with filters, a CSV file of the filtered ones, and pages. */
export async function CampaignList({ path, filter, campaigns, total, figures }: Props) {
  const [t, locale] = [await getTranslations("partners/vouchers.admin"), await getLocale()];
  const pages = pageCount(total, CAMPAIGNS_PAGE);
  const href = (page: number) => `${localePath(locale, path)}?${campaignQuery({ ...filter, page })}`;
  return (
    <>
      <Filters action={localePath(locale, path)} filter={filter} />
      <p className="flex flex-wrap items-center gap-3">
        <span role="status" className="mr-auto text-muted">
          {t("count", { count: total })}
        </span>
        <Button asChild variant="outline">
          <a href={`/api/exports/vouchers?${campaignQuery({ ...filter, page: 1 })}`} download>
            {t("export")}
          </a>
        </Button>
      </p>
      <ul className="grid gap-4">
        {campaigns.map((campaign) => (
          <CampaignRow
            key={`${campaign.id} ${campaign.updated_at}`}
            campaign={campaign}
            counts={figures.vouchers[campaign.id]}
          />
        ))}
      </ul>
      <Pager page={filter.page} last={pages} hrefOf={href} />
    </>
  );
}

async function Filters({ action, filter }: { action: string; filter: CampaignFilter }) {
  const [t, statuses] = [
    await getTranslations("partners/vouchers.admin"),
    await getTranslations("partners/vouchers.status"),
  ];
  return (
    <ListFilters
      action={action}
      search={{ name: "lugar", label: t("place"), value: filter.place }}
      status={{
        label: t("status"),
        any: t("anyStatus"),
        value: filter.status,
        options: VOUCHER_STATUSES.map((status) => [status, statuses(status)]),
      }}
      state={{ label: t("state"), any: t("anyState"), value: filter.state }}
      submit={t("filter")}
    />
  );
}

type CampaignRowProps = { campaign: Campaign; counts: Figures["vouchers"][string] | undefined };

async function CampaignRow({ campaign, counts }: CampaignRowProps) {
  const [t, locale, { "partners/vouchers": texts }] = [
    await getTranslations("partners/vouchers"),
    await getLocale(),
    await getMessages(),
  ];
  const status = statusOf(campaign.status);
  const { downloads, redemptions } = counts ?? { downloads: 0, redemptions: 0 };
  const { total_limit } = campaign;
  return (
    <li className="grid gap-2 rounded-xl border-2 border-line bg-surface p-4" data-voucher={campaign.id}>
      <div className="flex flex-wrap items-start gap-x-4 gap-y-1">
        <h2 className="mr-auto text-xl wrap-anywhere">{campaign.title}</h2>
        <strong className="rounded-md border-2 border-line px-2 py-0.5">{t(`status.${status}`)}</strong>
      </div>
      <p className="text-muted wrap-anywhere">
        {[
          `${campaign.place.name} (${campaign.place.state_abbr})`,
          benefitText({ type: campaign.benefit_type, value: campaign.benefit_value }, texts.benefit, locale),
          t("admin.until", { date: formatDate(campaign.valid_until, locale) }),
        ].join(" · ")}
      </p>
      <p className="tabular">
        {total_limit === null
          ? t("panel.downloads", { count: downloads })
          : t("panel.ofLimit", {
              downloads: formatNumber(downloads, locale),
              limit: formatNumber(total_limit, locale),
            })}
        {` · ${t("panel.redemptions", { count: redemptions })}`}
      </p>
      {campaign.status_note && <p className="border-l-4 border-faixa pl-3 wrap-anywhere">{campaign.status_note}</p>}
      <div className="flex flex-wrap items-start gap-2">
        <StatusButtons
          voucher={campaign.id}
          title={campaign.title}
          status={status}
          mayResume={campaign.decided_at !== null}
          texts={texts.panel}
        />
      </div>
      {status !== "ended" && (
        <LimitsForm
          voucher={campaign.id}
          limits={{ total_limit, per_person_limit: campaign.per_person_limit, guests_allowed: campaign.guests_allowed }}
          texts={{ admin: texts.admin, offer: texts.offer, validation: texts.validation }}
        />
      )}
    </li>
  );
}
