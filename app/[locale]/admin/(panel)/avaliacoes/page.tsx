import { getTranslations } from "next-intl/server";
import { AdminShell } from "@/components/panel/admin/admin-shell";
import { InboxView } from "@/components/panel/inbox/inbox-view";
import { requireAccount } from "@/lib/platform/auth/guard";
import { loadInbox, type SearchParams } from "../load-inbox";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";

export const generateMetadata = unlistedMetadata("panel/inbox.page", "reports");

/** Reports of wrong data on places, routes, cities and photo points. */
export default async function ReportsPage({ searchParams }: { searchParams: SearchParams }) {
  const account = await requireAccount("/admin/avaliacoes");
  const t = await getTranslations("panel/inbox.page");
  const inbox = await loadInbox(account, searchParams, { path: "/admin/avaliacoes", name: "aba", only: ["report"] });
  return (
    <AdminShell account={account}>
      <main id="conteudo" className="grid content-start gap-5 p-4 sm:p-6">
        <div>
          <h1 className="display-2">{t("reports")}</h1>
          <p className="text-muted">{t("reportsLead")}</p>
        </div>
        {inbox && <InboxView {...inbox} />}
      </main>
    </AdminShell>
  );
}
