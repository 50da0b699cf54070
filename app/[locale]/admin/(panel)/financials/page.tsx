import { getLocale, getTranslations } from "next-intl/server";
import { ProvedDownload } from "@/components/panel/admin/proved-download";
import { AdminShell } from "@/components/panel/admin/admin-shell";
import { Pager } from "@/components/ui/pager";
import { SystemPage } from "@/components/ui/system-page";
import { CommissionList } from "@/components/commerce/payments/panel/commission-list";
import { EventList } from "@/components/commerce/payments/panel/event-list";
import { PaymentFilters } from "@/components/commerce/payments/panel/payment-filters";
import { MoneyNow } from "@/components/commerce/payments/panel/money-now";
import { MonthTotals } from "@/components/commerce/payments/panel/month-totals";
import { PaymentList } from "@/components/commerce/payments/panel/payment-list";
import { PayoutList } from "@/components/commerce/payments/panel/payout-list";
import { PayoutTotals } from "@/components/commerce/payments/panel/payout-totals";
import { InboxView } from "@/components/panel/inbox/inbox-view";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { Link } from "@/components/ui/link";
import { TabLinks } from "@/components/ui/tab-links";
import {
  approveCommissionsAction,
  confirmPixAction,
  markRefundedAction,
  payCommissionsAction,
  recordPayoutReceiptAction,
  refundCardAction,
} from "@/lib/commerce/payments/actions";
import {
  PAYMENTS_PER_PAGE,
  listCommissions,
  listInconsistencies,
  listEvents,
  listPayments,
  listPayouts,
  listPayoutTotals,
  moneyNow,
  monthTotals,
} from "@/lib/commerce/payments/panel/queries";
import { PAYMENT_PARTS, readPaymentQuery, type PaymentQuery } from "@/lib/commerce/payments/rules";
import type { Account } from "@/lib/platform/auth/account";
import { requireAccount } from "@/lib/platform/auth/guard";
import { localePath } from "@/lib/platform/i18n/routing";
import { qrImage } from "../../../(plain)/pix-payments";
import { loadInbox, type SearchParams } from "../load-inbox";
import { pageCount } from "@/lib/platform/paging";
import { PANEL_PAGES } from "@/lib/platform/panel-pages";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";

const PATH = "/admin/financials";

export const generateMetadata = unlistedMetadata("commerce/payments.panel", "title");

/** The query string of a view; unset filters and page 1 are left out. */
function queryStringOf(query: PaymentQuery, page: number): string {
  const parameters = new URLSearchParams({ parte: query.part, mes: query.month });
  if (query.source) parameters.set("origem", query.source);
  if (query.method) parameters.set("metodo", query.method);
  if (query.status) parameters.set("situacao", query.status);
  if (query.refund) parameters.set("devolver", "1");
  if (page > 1) parameters.set("pagina", String(page));
  return parameters.toString();
}

export default async function PaymentsPage({ searchParams }: { searchParams: SearchParams }) {
  const account = await requireAccount(PATH);
  const [t, locale, params] = [await getTranslations("commerce/payments.panel"), await getLocale(), await searchParams];
  const query = readPaymentQuery(params, new Date());
  const path = localePath(locale, PATH);
  return (
    <AdminShell account={account}>
      <SystemPage
        title={t("title")}
        lead={t("lead")}
        actions={
          <>
            <Link
              href={localePath(locale, PANEL_PAGES.event_recipients.path)}
              className={buttonClass({ look: "outline" })}
            >
              {(await getTranslations("events/recipients.panel"))("link")}
            </Link>
            <Link
              href={localePath(locale, PANEL_PAGES.event_payouts.path)}
              className={buttonClass({ look: "outline" })}
            >
              {(await getTranslations("commerce/payouts.panel"))("link")}
            </Link>
            <Button asChild variant="outline">
              <ProvedDownload href={`/api/month-closings/${query.month}/csv`}>{t("export")}</ProvedDownload>
            </Button>
            <Button asChild variant="outline">
              <ProvedDownload href={`/api/month-closings/${query.month}/xlsx`}>{t("workbook")}</ProvedDownload>
            </Button>
          </>
        }
      >
        <TabLinks
          label={t("parts.label")}
          tabs={PAYMENT_PARTS.map((part) => ({
            key: part,
            href: `${path}?parte=${part}`,
            label: t(`parts.${part}`),
            isCurrent: part === query.part,
          }))}
        />
        <Part query={query} account={account} searchParams={searchParams} path={path} />
      </SystemPage>
    </AdminShell>
  );
}

type PartProps = { query: PaymentQuery; account: Account; searchParams: SearchParams; path: string };

async function Part({ query, account, searchParams, path }: PartProps) {
  const pager = (total: number) => (
    <Pager
      page={query.page}
      last={pageCount(total, PAYMENTS_PER_PAGE)}
      hrefOf={(page) => `${path}?${queryStringOf(query, page)}`}
    />
  );
  if (query.part === "pix") {
    const inbox = await loadInbox(account, searchParams, {
      path: PATH,
      name: "fila",
      only: ["pix"],
      keep: { parte: "pix" },
    });
    return inbox && <InboxView {...inbox} />;
  }
  if (query.part === "commissions") {
    const [{ commissions, total }, payouts, balances] = await Promise.all([
      listCommissions(query.page),
      listPayouts(),
      listPayoutTotals(),
    ]);
    return (
      <>
        <PayoutTotals
          totals={await Promise.all(
            balances.map(async (one) => ({ ...one, qr: one.code && (await qrImage(one.code)) })),
          )}
        />
        <CommissionList commissions={commissions} approve={approveCommissionsAction} pay={payCommissionsAction} />
        {pager(total)}
        <PayoutList payouts={payouts} record={recordPayoutReceiptAction} />
      </>
    );
  }
  if (query.part === "events") {
    const [{ events, total }, inconsistencies] = await Promise.all([listEvents(query.page), listInconsistencies()]);
    return (
      <>
        <EventList events={events} inconsistencies={inconsistencies} />
        {pager(total)}
      </>
    );
  }
  const [{ payments, total }, totals, money, locale, t] = await Promise.all([
    listPayments(query),
    monthTotals(query.month),
    moneyNow(),
    getLocale(),
    getTranslations("commerce/payments.panel"),
  ]);
  return (
    <>
      <MoneyNow money={money} adsPath={localePath(locale, PANEL_PAGES.ads.path)} />
      <MonthTotals totals={totals} />
      <PaymentFilters query={query} action={path} />
      <p>
        <ProvedDownload
          href={`/api/exports/payments?${queryStringOf(query, 1)}`}
          className={buttonClass({ look: "outline" })}
        >
          {t("exportList")}
        </ProvedDownload>
      </p>
      <PaymentList
        payments={payments}
        actions={{ card: refundCardAction, pix: markRefundedAction, confirm: confirmPixAction }}
      />
      {pager(total)}
    </>
  );
}
