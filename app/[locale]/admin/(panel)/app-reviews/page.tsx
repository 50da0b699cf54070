import { getTranslations } from "next-intl/server";
import { AdminShell } from "@/components/panel/admin/admin-shell";
import { ReviewTrend } from "@/components/panel/inbox/review-trend";
import { Button } from "@/components/ui/button";
import { reviewTrend } from "@/lib/panel/inbox/queries";
import { InboxView } from "@/components/panel/inbox/inbox-view";
import { requireAccount } from "@/lib/platform/auth/guard";
import { loadInbox, type SearchParams } from "../load-inbox";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";

export const generateMetadata = unlistedMetadata("panel/inbox.page", "reviews");

/** Reviews of the portal: their trend, the queue and a link that exports them all. */
export default async function AppReviewsPage({ searchParams }: { searchParams: SearchParams }) {
  const account = await requireAccount("/admin/app-reviews");
  const t = await getTranslations("panel/inbox.page");
  const inbox = await loadInbox(account, searchParams, {
    path: "/admin/app-reviews",
    name: "aba",
    only: ["app_review"],
  });
  return (
    <AdminShell account={account}>
      <main id="conteudo" className="grid content-start gap-5 p-4 sm:p-6">
        <div className="flex flex-wrap items-end gap-3">
          <div className="mr-auto">
            <h1 className="display-2">{t("reviews")}</h1>
            <p className="text-muted">{t("reviewsLead")}</p>
          </div>
          <Button asChild variant="outline">
            <a href="/api/exports/app-reviews" download>
              {t("export")}
            </a>
          </Button>
        </div>
        <ReviewTrend {...await reviewTrend()} />
        {inbox && <InboxView {...inbox} />}
      </main>
    </AdminShell>
  );
}
