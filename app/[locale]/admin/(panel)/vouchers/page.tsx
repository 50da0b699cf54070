import { getLocale, getTranslations } from "next-intl/server";
import { AdminShell } from "@/components/panel/admin/admin-shell";
import { SystemPage } from "@/components/ui/system-page";
import { InboxView } from "@/components/panel/inbox/inbox-view";
import { TabLinks } from "@/components/ui/tab-links";
import { CampaignList } from "@/components/partners/vouchers/campaign-list";
import { Partners } from "@/components/partners/vouchers/partners";
import { Suspects } from "@/components/partners/vouchers/suspects";
import { requireAccount } from "@/lib/platform/auth/guard";
import { localePath } from "@/lib/platform/i18n/routing";
import { createSessionClient } from "@/lib/platform/supabase/session";
import { listCampaigns, readFigures, readOversight } from "@/lib/partners/vouchers/queries";
import { campaignFilter } from "@/lib/partners/vouchers/schema";
import { loadInbox, type SearchParams } from "../load-inbox";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";

export const generateMetadata = unlistedMetadata("partners/vouchers.admin", "title");

const PATH = "/admin/vouchers";
const TABS = ["campaigns", "voucher", "partners", "suspects"] as const;

/** Vouchers of all places: campaigns, approval, ranking of partners and suspicious use. */
export default async function VouchersPage({ searchParams }: { searchParams: SearchParams }) {
  const account = await requireAccount(PATH);
  const [t, locale, params] = [await getTranslations("partners/vouchers.admin"), await getLocale(), await searchParams];
  const tab = TABS.find((one) => one === params.aba) ?? "campaigns";
  return (
    <AdminShell account={account}>
      <SystemPage title={t("title")} lead={t("lead")}>
        <TabLinks
          label={t("views")}
          tabs={TABS.map((key) => ({
            key,
            href: localePath(locale, key === "campaigns" ? PATH : `${PATH}?aba=${key}`),
            label: t(`tabs.${key}`),
            isCurrent: key === tab,
          }))}
        />
        {tab === "campaigns" && <Campaigns params={params} />}
        {tab === "voucher" && <Queue account={account} searchParams={searchParams} />}
        {tab === "partners" && <PartnerTab />}
        {tab === "suspects" && <SuspectTab />}
      </SystemPage>
    </AdminShell>
  );
}

async function Campaigns({ params }: { params: Awaited<SearchParams> }) {
  const filter = campaignFilter(params);
  const client = await createSessionClient();
  const [{ rows, total }, figures] = await Promise.all([listCampaigns(client, filter), readFigures(client, null)]);
  return <CampaignList path={PATH} filter={filter} campaigns={rows} total={total} figures={figures} />;
}

type QueueProps = { account: Parameters<typeof loadInbox>[0]; searchParams: SearchParams };

async function Queue({ account, searchParams }: QueueProps) {
  const inbox = await loadInbox(account, searchParams, { path: PATH, name: "aba", only: ["voucher"] });
  // `kinds` is empty because this page's own tabs replace those of the queue.
  return inbox && <InboxView {...inbox} kinds={[]} />;
}

async function PartnerTab() {
  const client = await createSessionClient();
  const [oversight, figures] = await Promise.all([readOversight(client), readFigures(client, null)]);
  return <Partners partners={oversight.partners} days={figures.days} path={PATH} />;
}

async function SuspectTab() {
  const client = await createSessionClient();
  const [oversight, figures] = await Promise.all([readOversight(client), readFigures(client, null)]);
  return <Suspects oversight={oversight} doubles={figures.doubles} />;
}
