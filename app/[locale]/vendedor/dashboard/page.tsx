import { Link } from "@/components/ui/link";
import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { Pager } from "@/components/ui/pager";
import { LoadFailure } from "@/components/commerce/sales/load-failure";
import { NewSalePanel } from "@/components/commerce/sales/new-sale-panel";
import { SaleCards } from "@/components/commerce/sales/sale-cards";
import { SaleFilter } from "@/components/commerce/sales/sale-filter";
import { SalesTable } from "@/components/commerce/sales/sales-table";
import { CommissionStatement } from "@/components/commerce/sellers/commission-statement";
import { NotASeller } from "@/components/commerce/sellers/not-a-seller";
import { PixKeyForm } from "@/components/commerce/sellers/pix-key-form";
import { SellerShell } from "@/components/commerce/sellers/seller-shell";
import { Button } from "@/components/ui/button";
import { SignPlate } from "@/components/ui/sign-plate";
import { TabLinks } from "@/components/ui/tab-links";
import { listStatement, STATEMENT_PAGE } from "@/lib/commerce/payments/queries";
import { requireAccount } from "@/lib/platform/auth/guard";
import { localePath } from "@/lib/platform/i18n/routing";
import { serverMessage } from "@/lib/platform/error";
import { reportError } from "@/lib/platform/report";
import { listSaleFigures, listSales } from "@/lib/commerce/sales/queries";
import { readSaleQuery, saleFigures, SALES_PAGE, type SaleQuery } from "@/lib/commerce/sales/rules";
import { ownSeller } from "@/lib/commerce/sellers/queries";
import { pageCount } from "@/lib/platform/paging";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";

type Params = Record<string, string | string[] | undefined>;

export const dynamic = "force-dynamic";

export const generateMetadata = unlistedMetadata("commerce/sellers", "portal");

/** Data of the dashboard; null for an account that never was an active seller. */
async function load(accountId: string, query: SaleQuery) {
  const seller = await ownSeller(accountId);
  if (!seller || seller.status === "pending" || seller.status === "rejected") return { seller, content: null };
  const [figures, list] = await Promise.all([listSaleFigures(seller.id), listSales(seller.id, query)]);
  return { seller, content: { figures: saleFigures(figures), ...list } };
}

/** The commission statement of the seller, on its own tab. */
async function Statement({ account, page }: { account: string; page: number }) {
  const [t, locale, seller] = [
    await getTranslations("commerce/sellers.dashboard"),
    await getLocale(),
    await ownSeller(account),
  ];
  if (!seller || seller.status === "pending" || seller.status === "rejected") return <NotASeller seller={seller} />;
  const loaded = await listStatement(seller.id, page).catch((error: unknown) => {
    reportError("seller statement", error);
    return serverMessage(error);
  });
  if (typeof loaded === "string")
    return <LoadFailure of="seller" message={loaded} text={t("unavailable")} retry={t("retry")} />;
  return (
    <>
      <CommissionStatement lines={loaded.lines} waitingCents={loaded.waitingCents} />
      <Pager
        page={page}
        last={pageCount(loaded.total, STATEMENT_PAGE)}
        hrefOf={(to) => localePath(locale, `/vendedor/dashboard?aba=extrato&pagina=${to}`)}
      />
    </>
  );
}

async function Dashboard({ account, params }: { account: string; params: Params }) {
  const t = await getTranslations("commerce/sellers.dashboard");
  const pixKey = await getTranslations("commerce/sellers.pixKey");
  const [locale, messages] = [await getLocale(), await getMessages()];
  const query = readSaleQuery(params);
  const loaded = await load(account, query).catch((error: unknown) => {
    reportError("seller dashboard", error);
    return serverMessage(error);
  });
  if (typeof loaded === "string")
    return <LoadFailure of="seller" message={loaded} text={t("unavailable")} retry={t("retry")} />;
  if (!loaded.content) return <NotASeller seller={loaded.seller} />;
  const { figures, sales, total } = loaded.content;
  const made = sales.find(({ id }) => id === params.venda);
  const filtered = query.status !== "todas" || query.period !== "";
  const to = (page: number) =>
    localePath(locale, `/vendedor/dashboard?status=${query.status}&periodo=${query.period}&pagina=${page}`);
  return (
    <>
      {params.sale === "success" && (
        <SignPlate as="p" kind="route" className="text-lg">
          <strong>{t("successTitle")}</strong> {t("successLead")}
        </SignPlate>
      )}
      {made && <NewSalePanel sale={made} />}
      <SaleCards figures={figures} />
      {loaded.seller && (
        <details className="rounded-2xl border-2 border-line bg-surface p-5">
          <summary className="cursor-pointer font-semibold wrap-anywhere">
            {loaded.seller.pix_key ? pixKey("current", { key: loaded.seller.pix_key }) : pixKey("missing")}
          </summary>
          <div className="mt-4">
            <PixKeyForm
              texts={{
                pixKey: messages["commerce/sellers"].pixKey,
                validation: messages["panel/requests"].validation,
              }}
              kind={loaded.seller.pix_key_type}
              value={loaded.seller.pix_key}
            />
          </div>
        </details>
      )}
      <section className="grid gap-4">
        <div className="flex flex-wrap items-end justify-between gap-4">
          <h2 className="text-3xl">{t("title")}</h2>
          {(filtered || total > 0) && <SaleFilter query={query} path="/vendedor/dashboard" />}
        </div>
        <SalesTable sales={sales} empty={t(filtered ? "nothing" : "empty")} />
        <Pager page={query.page} last={pageCount(total, SALES_PAGE)} hrefOf={to} />
      </section>
    </>
  );
}

export default async function SellerDashboardPage({ searchParams }: { searchParams: Promise<Params> }) {
  const account = await requireAccount("/vendedor/dashboard");
  const [t, locale, params] = [await getTranslations("commerce/sellers"), await getLocale(), await searchParams];
  const isStatement = params.aba === "extrato";
  const tabs = [
    {
      key: "sales",
      href: localePath(locale, "/vendedor/dashboard"),
      label: t("dashboard.title"),
      isCurrent: !isStatement,
    },
    {
      key: "statement",
      href: localePath(locale, "/vendedor/dashboard?aba=extrato"),
      label: t("statement.title"),
      isCurrent: isStatement,
    },
  ];
  return (
    <SellerShell username={account.username}>
      <main id="conteudo" className="grid w-full max-w-6xl grow content-start gap-6 p-4 sm:p-6">
        <div className="flex flex-wrap items-center justify-between gap-4">
          <h1 className="display-2">{t("nav.dashboard")}</h1>
          <Button asChild variant="faixa" className="max-sm:w-full">
            <Link href={localePath(locale, "/vendedor/nova-venda")}>{t("nav.newSale")}</Link>
          </Button>
        </div>
        <TabLinks label={t("statement.tabs")} tabs={tabs} />
        {isStatement ? (
          <Statement account={account.id} page={readSaleQuery(params).page} />
        ) : (
          <Dashboard account={account.id} params={params} />
        )}
      </main>
    </SellerShell>
  );
}
