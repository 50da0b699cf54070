import { Link } from "@/components/ui/link";
import { Pager } from "@/components/ui/pager";
import { NextIntlClientProvider } from "next-intl";
import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { AdminShell } from "@/components/panel/admin/admin-shell";
import { AdFilters } from "@/components/commerce/ads/ad-filters";
import { AdRow } from "@/components/commerce/ads/ad-row";
import { PlacementShares } from "@/components/commerce/ads/placement-shares";
import { InboxView } from "@/components/panel/inbox/inbox-view";
import { Button } from "@/components/ui/button";
import { ADS_PAGE, endingAds, listAds, listShares, type AdFilter } from "@/lib/commerce/ads/queries";
import { countInbox } from "@/lib/panel/inbox/queries";
import { requireAccount } from "@/lib/platform/auth/guard";
import { hasPermission } from "@/lib/platform/auth/permissions";
import { localePath } from "@/lib/platform/i18n/routing";
import { createSessionClient } from "@/lib/platform/supabase/session";
import { STATES } from "@/lib/geo/states/rules";
import { loadInbox, type SearchParams } from "../load-inbox";
import { pageCount, pageOfQuery } from "@/lib/platform/paging";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";
import { AD_STATUSES } from "@/lib/platform/supabase/database-constants/commerce";

export const generateMetadata = unlistedMetadata("commerce/ads.admin", "title");

const QUEUES = ["ad", "ad_lead"] as const;
const SHARES = "posicoes";
const PATH = "/admin/ads";
const TAB =
  "inline-flex min-h-11 items-center gap-2 whitespace-nowrap border-b-4 border-transparent px-3 font-display text-lg text-muted hover:text-text aria-[current]:border-faixa aria-[current]:text-text";

const word = (value: string | string[] | undefined) => (typeof value === "string" ? value.trim() : "");

function filterOf(params: Awaited<SearchParams>): AdFilter {
  return {
    status: AD_STATUSES.find((status) => status === word(params.situacao)) ?? null,
    state: STATES.find(({ abbr }) => abbr === word(params.uf))?.abbr ?? null,
    search: word(params.busca).slice(0, 80),
    isRenewal: word(params.renovar) === "1",
    page: pageOfQuery(params.pagina),
  };
}

/** Banners with their statistics, due renewals, art to review and requests of companies. */
export default async function AdsPage({ searchParams }: { searchParams: SearchParams }) {
  const account = await requireAccount(PATH);
  const t = await getTranslations("commerce/ads.admin");
  const params = await searchParams;
  const queue = QUEUES.find((key) => key === word(params.aba));
  const isShares = word(params.aba) === SHARES;
  const [locale, counts, renewals] = [
    await getLocale(),
    await countInbox(account),
    await endingAds(await createSessionClient()),
  ];
  const waiting = (key: (typeof QUEUES)[number]) => counts.find(({ kind }) => kind === key)?.waiting ?? 0;
  const isRenewal = word(params.renovar) === "1";
  const tabs = [
    { href: PATH, label: t("all"), count: null, isCurrent: !queue && !isRenewal && !isShares },
    { href: `${PATH}?renovar=1`, label: t("renewals"), count: renewals.count ?? 0, isCurrent: isRenewal },
    ...QUEUES.map((key) => ({
      href: `${PATH}?aba=${key}`,
      label: t(key),
      count: waiting(key),
      isCurrent: queue === key,
    })),
    { href: `${PATH}?aba=${SHARES}`, label: t("placements"), count: null, isCurrent: isShares },
  ];
  return (
    <AdminShell account={account}>
      <main id="conteudo" className="grid content-start gap-5 p-4 sm:p-6">
        <div className="flex flex-wrap items-end gap-3">
          <div className="mr-auto">
            <h1 className="display-2">{t("title")}</h1>
            <p className="text-muted">{t("lead")}</p>
          </div>
          <Button asChild>
            <Link href={localePath(locale, `${PATH}/novo`)}>{t("add")}</Link>
          </Button>
        </div>
        <nav aria-label={t("views")} className="tab-strip">
          {tabs.map(({ href, label, count, isCurrent }) => (
            <Link
              key={href}
              href={localePath(locale, href)}
              aria-current={isCurrent ? "page" : undefined}
              className={TAB}
            >
              {label} {count !== null && <span className="rounded-full bg-raised px-2 text-base tabular">{count}</span>}
            </Link>
          ))}
        </nav>
        {isShares ? (
          <PlacementShares shares={await listShares()} mayEdit={hasPermission(account, "advertising_plans")} />
        ) : queue ? (
          <Queue params={searchParams} account={account} only={queue} />
        ) : (
          <Banners filter={filterOf(params)} />
        )}
      </main>
    </AdminShell>
  );
}

async function Queue({
  params,
  account,
  only,
}: {
  params: SearchParams;
  account: Parameters<typeof loadInbox>[0];
  only: (typeof QUEUES)[number];
}) {
  const inbox = await loadInbox(account, params, { path: PATH, name: "aba", only: [only] });
  // `kinds` is empty because this page's own tabs replace those of the queue.
  return inbox && <InboxView {...inbox} kinds={[]} />;
}

async function Banners({ filter }: { filter: AdFilter }) {
  const t = await getTranslations("commerce/ads.admin");
  const [locale, { "commerce/ads": texts, "platform/links": links }, { ads, total }] = await Promise.all([
    getLocale(),
    getMessages(),
    listAds(filter),
  ]);
  const pages = pageCount(total, ADS_PAGE);
  const href = (page: number) => {
    const query = new URLSearchParams({
      ...(filter.status && { situacao: filter.status }),
      ...(filter.state && { uf: filter.state }),
      ...(filter.search && { busca: filter.search }),
      ...(filter.isRenewal && { renovar: "1" }),
      pagina: String(page),
    });
    return localePath(locale, `${PATH}?${query.toString()}`);
  };
  return (
    <NextIntlClientProvider messages={{ "commerce/ads": texts, "platform/links": links }}>
      {!filter.isRenewal && <AdFilters action={localePath(locale, PATH)} filter={filter} />}
      <p className="text-muted" role="status">
        {filter.isRenewal && total === 0 ? t("noRenewals") : t("count", { count: total })}
      </p>
      <ul className="grid gap-4">
        {ads.map((ad) => (
          <AdRow key={`${ad.id} ${ad.status}`} ad={ad} />
        ))}
      </ul>
      <Pager page={filter.page} last={pages} hrefOf={href} />
    </NextIntlClientProvider>
  );
}
