import { getLocale, getTranslations } from "next-intl/server";
import { PayoutEvents } from "@/components/commerce/payouts/panel/payout-events";
import { AdminShell } from "@/components/panel/admin/admin-shell";
import { buttonClass } from "@/components/ui/button-class";
import { Link } from "@/components/ui/link";
import { Pager } from "@/components/ui/pager";
import { SystemPage } from "@/components/ui/system-page";
import { listPayoutEvents } from "@/lib/commerce/payouts/queries";
import { requireAccount } from "@/lib/platform/auth/guard";
import { localePath } from "@/lib/platform/i18n/routing";
import { pageCount, pageOfQuery } from "@/lib/platform/paging";
import { PANEL_PAGES } from "@/lib/platform/panel-pages";
import { PAYOUT_EVENTS_PER_PAGE } from "@/lib/platform/supabase/database-constants/commerce";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";
import type { SearchParams } from "../../load-inbox";

export const generateMetadata = unlistedMetadata("commerce/payouts.panel", "title");

/** Events whose money the portal collected, and what is left to pay of each. */
export default async function PayoutsPage({ searchParams }: { searchParams: SearchParams }) {
  const account = await requireAccount(PANEL_PAGES.event_payouts.path);
  const { todos, pagina } = await searchParams;
  const [isAll, page] = [todos === "1", pageOfQuery(pagina)];
  const [t, locale, { events, total }] = [
    await getTranslations("commerce/payouts.panel"),
    await getLocale(),
    await listPayoutEvents(isAll, page),
  ];
  const path = localePath(locale, PANEL_PAGES.event_payouts.path);
  return (
    <AdminShell account={account}>
      <SystemPage
        title={t("title")}
        lead={t("lead")}
        actions={
          <Link href={isAll ? path : `${path}?todos=1`} className={buttonClass({ look: "outline" })}>
            {t(isAll ? "open" : "all")}
          </Link>
        }
      >
        <PayoutEvents events={events} />
        <Pager
          page={page}
          last={pageCount(total, PAYOUT_EVENTS_PER_PAGE)}
          hrefOf={(to) => `${path}?${isAll ? "todos=1&" : ""}pagina=${to}`}
        />
      </SystemPage>
    </AdminShell>
  );
}
