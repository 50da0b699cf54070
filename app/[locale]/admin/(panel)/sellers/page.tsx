import { Link } from "@/components/ui/link";
import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { AdminShell } from "@/components/panel/admin/admin-shell";
import { Pager } from "@/components/ui/pager";
import { SystemPage } from "@/components/ui/system-page";
import { InboxView } from "@/components/panel/inbox/inbox-view";
import { AdminSales } from "@/components/commerce/sales/admin-sales";
import { OrphanSignatures } from "@/components/commerce/sales/orphan-signatures";
import { SaleFilter } from "@/components/commerce/sales/sale-filter";
import { SellerList } from "@/components/commerce/sellers/seller-list";
import type { Account } from "@/lib/platform/auth/account";
import { requireAccount } from "@/lib/platform/auth/guard";
import { localePath } from "@/lib/platform/i18n/routing";
import { listOrphanSignatures, listSales } from "@/lib/commerce/sales/queries";
import { readSaleQuery, SALES_PAGE } from "@/lib/commerce/sales/rules";
import { decideSellerAction, setCommissionAction } from "@/lib/commerce/sellers/actions";
import { listSellers, sellerNames } from "@/lib/commerce/sellers/queries";
import { SELLER_TABS, type SellerTab } from "@/lib/commerce/sellers/rules";
import { loadInbox } from "../load-inbox";
import { pageCount } from "@/lib/platform/paging";
import { formatNumber, formatShortMoment } from "@/lib/platform/format";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";
import { DECIDED_SELLER_STATUSES } from "@/lib/platform/supabase/database-constants/commerce";

type Params = Record<string, string | string[] | undefined>;

export const generateMetadata = unlistedMetadata("commerce/sellers.admin", "title");

async function Applications({ account, params }: { account: Account; params: Params }) {
  const inbox = await loadInbox(account, Promise.resolve(params), {
    path: "/admin/sellers",
    name: "fila",
    only: ["seller"],
  });
  return inbox && <InboxView {...inbox} />;
}

async function Sellers() {
  return (
    <SellerList
      sellers={await listSellers(DECIDED_SELLER_STATUSES)}
      actions={{ decide: decideSellerAction, setCommission: setCommissionAction }}
    />
  );
}

async function Sales({ params }: { params: Params }) {
  const query = readSaleQuery(params);
  const [locale, { sales, total }] = [await getLocale(), await listSales(null, query)];
  const to = (page: number) =>
    localePath(locale, `/admin/sellers?aba=vendas&status=${query.status}&periodo=${query.period}&pagina=${page}`);
  return (
    <>
      <SaleFilter query={query} path="/admin/sellers" hidden={{ aba: "vendas" }} />
      <AdminSales sales={sales} sellers={await sellerNames(sales.map(({ seller_id }) => seller_id))} />
      <Pager page={query.page} last={pageCount(total, SALES_PAGE)} hrefOf={to} />
    </>
  );
}

async function Orphans() {
  const [locale, messages, files] = [await getLocale(), await getMessages(), await listOrphanSignatures()];
  const sizeOf = (bytes: number) =>
    formatNumber(bytes / 1024, locale, { style: "unit", unit: "kilobyte", maximumFractionDigits: 1 });
  const shown = files.map(({ path, bytes, created_at }) => ({
    path,
    size: sizeOf(bytes),
    when: formatShortMoment(created_at, locale),
  }));
  return <OrphanSignatures texts={messages["commerce/sales"].orphans} files={shown} />;
}

/** Applications, sellers, sales and unused signature files; `?aba=` selects the tab. */
export default async function SellersPage({ searchParams }: { searchParams: Promise<Params> }) {
  const account = await requireAccount("/admin/sellers");
  const [t, locale, params] = [await getTranslations("commerce/sellers.admin"), await getLocale(), await searchParams];
  const current: SellerTab = SELLER_TABS.find((tab) => tab === params.aba) ?? "candidaturas";
  const tabs = {
    candidaturas: <Applications account={account} params={params} />,
    vendedores: <Sellers />,
    vendas: <Sales params={params} />,
    assinaturas: <Orphans />,
  };
  return (
    <AdminShell account={account}>
      <SystemPage title={t("title")} lead={t("lead")}>
        <nav aria-label={t("tabs")} className="tab-strip">
          {SELLER_TABS.map((tab) => (
            <Link
              key={tab}
              href={localePath(locale, `/admin/sellers?aba=${tab}`)}
              aria-current={tab === current ? "page" : undefined}
              className="inline-flex min-h-11 items-center whitespace-nowrap border-b-4 border-transparent px-3 font-display text-lg text-muted hover:text-text aria-[current]:border-faixa aria-[current]:text-text"
            >
              {t(`tab.${tab}`)}
            </Link>
          ))}
        </nav>
        {tabs[current]}
      </SystemPage>
    </AdminShell>
  );
}
