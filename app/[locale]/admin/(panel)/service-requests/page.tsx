import { getTranslations } from "next-intl/server";
import { AdminShell } from "@/components/panel/admin/admin-shell";
import { InboxView } from "@/components/panel/inbox/inbox-view";
import { requireAccount } from "@/lib/platform/auth/guard";
import { loadInbox, type SearchParams } from "../load-inbox";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";

export const generateMetadata = unlistedMetadata("panel/inbox.page", "requests");

/** Requests about places, trip panels and claims of authorship. */
export default async function ServiceRequestsPage({ searchParams }: { searchParams: SearchParams }) {
  const account = await requireAccount("/admin/service-requests");
  const t = await getTranslations("panel/inbox.page");
  const inbox = await loadInbox(account, searchParams, {
    path: "/admin/service-requests",
    name: "aba",
    only: ["service_request", "trip_panel", "takedown"],
  });
  return (
    <AdminShell account={account}>
      <main id="conteudo" className="grid content-start gap-5 p-4 sm:p-6">
        <div>
          <h1 className="display-2">{t("requests")}</h1>
          <p className="text-muted">{t("requestsLead")}</p>
        </div>
        {inbox && <InboxView {...inbox} />}
      </main>
    </AdminShell>
  );
}
