import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import { AdminShell } from "@/components/panel/admin/admin-shell";
import { CommandForm } from "@/components/ui/command-form";
import { DataTable } from "@/components/ui/data-table";
import { Stamp } from "@/components/ui/stamp";
import { SystemPage, SystemSection } from "@/components/ui/system-page";
import { Button } from "@/components/ui/button";
import { requireAccount } from "@/lib/platform/auth/guard";
import { localePath } from "@/lib/platform/i18n/routing";
import { runRepairAction } from "@/lib/panel/repairs/actions";
import { listRepairs, previewRepair } from "@/lib/panel/repairs/queries";
import type { Repair } from "@/lib/panel/repairs/schema";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";
import { REPAIRS } from "@/lib/platform/supabase/database-constants/panel";

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

const SHOWN = 200;

export const generateMetadata = unlistedMetadata("panel/system.repair", "title");

/** Repair jobs: `?job=` shows a preview of what a job would change; only the preview has the button that runs it. */
export default async function RepairPage({ searchParams }: Props) {
  const account = await requireAccount("/admin/system-repair");
  const t = await getTranslations("panel/system.repair");
  const locale = await getLocale();
  const { job } = await searchParams;
  const chosen = REPAIRS.find((one) => one === job) ?? null;
  const history = await listRepairs();
  return (
    <AdminShell account={account}>
      <SystemPage title={t("title")} lead={t("lead")}>
        <ul className="grid gap-3 md:grid-cols-2 xl:grid-cols-3">
          {REPAIRS.map((name) => (
            <li key={name} className="grid content-between gap-3 rounded-xl border border-line bg-surface p-4">
              <div>
                <h2 className="text-xl">{t(`job.${name}`)}</h2>
                <p className="text-muted">{t(`about.${name}`)}</p>
              </div>
              <Button asChild variant="outline" className="w-fit">
                <Link
                  href={localePath(locale, `/admin/system-repair?job=${name}`)}
                  aria-current={name === chosen ? "page" : undefined}
                >
                  {t("check")}
                </Link>
              </Button>
            </li>
          ))}
        </ul>
        {chosen && <DryRun job={chosen} />}
        <SystemSection title={t("history")}>
          <DataTable
            caption={t("history")}
            heads={[t("when"), t("who"), t("what"), t("before"), t("repaired"), t("after")]}
            empty={t("never")}
            rows={history.map((one) => ({
              id: one.id,
              cells: [
                <Stamp key="at" at={one.created_at} locale={locale} />,
                one.author?.username ?? "—",
                t(`job.${one.job as Repair}`),
                String(one.item_count),
                String(one.repaired),
                String(one.remaining),
              ],
            }))}
          />
        </SystemSection>
      </SystemPage>
    </AdminShell>
  );
}

async function DryRun({ job }: { job: Repair }) {
  const t = await getTranslations("panel/system.repair");
  const found = await previewRepair(job);
  return (
    <SystemSection title={`${t("dryRun")}: ${t(`job.${job}`)}`} lead={t("found", { count: found.length })}>
      {found.length > 0 && (
        <ul className="max-h-80 list-disc overflow-y-auto pl-6 text-[0.95rem] wrap-anywhere">
          {found.slice(0, SHOWN).map((line, place) => (
            <li key={`${place}-${line}`}>{line}</li>
          ))}
        </ul>
      )}
      {(found.length > 0 || job === "search_index") && (
        <CommandForm
          action={runRepairAction}
          hidden={{ job }}
          label={t("run")}
          variant="danger"
          confirm={t("runConfirm", { count: found.length })}
        />
      )}
    </SystemSection>
  );
}
