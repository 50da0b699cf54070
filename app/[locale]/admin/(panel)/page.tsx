import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { AdminShell } from "@/components/admin/admin-shell";
import { countDashboard } from "@/lib/admin/dashboard";
import { requireAccount } from "@/lib/platform/auth/guard";

export const dynamic = "force-dynamic";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("admin");
  return { title: `${t("title")} | LACAMBECHE`, robots: { index: false } };
}

export default async function AdminDashboardPage() {
  const account = await requireAccount("/admin");
  const t = await getTranslations("admin.dashboard");
  const number = new Intl.NumberFormat(await getLocale());
  const counts = await countDashboard(account);
  return (
    <AdminShell account={account}>
      <main id="conteudo" className="grid gap-6 p-4 sm:p-6">
        <div>
          <h1 className="display-2">{t("title")}</h1>
          <p className="text-muted">{t("lead", { username: account.username })}</p>
        </div>
        <dl className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
          {counts.map(({ key, count }) => (
            <div key={key} className="rounded-xl border border-line bg-surface p-5">
              <dt className="text-muted">{t(key)}</dt>
              <dd className="font-display text-4xl tabular">{number.format(count)}</dd>
            </div>
          ))}
        </dl>
      </main>
    </AdminShell>
  );
}
