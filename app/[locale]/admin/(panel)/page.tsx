import { Link } from "@/components/ui/link";
import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { SetupNotice } from "@/components/commerce/plans/setup-notice";
import { AdminShell } from "@/components/panel/admin/admin-shell";
import { FactorNotice } from "@/components/panel/admin/factor-notice";
import { MissingSettingsList } from "@/components/panel/admin/missing-settings";
import { NewestChanges } from "@/components/panel/admin/newest-changes";
import { RoadSourcesQuestion } from "@/components/panel/admin/road-sources-question";
import { OwnWork } from "@/components/panel/admin/own-work";
import { InboxView } from "@/components/panel/inbox/inbox-view";
import { getOwnFactor } from "@/lib/accounts/accounts/factors/queries";
import { RENEWAL_FIGURE } from "@/lib/commerce/ads/queries";
import { listSetupSteps } from "@/lib/commerce/plans/queries";
import { countDashboard, newestChanges } from "@/lib/panel/admin/dashboard";
import type { Account } from "@/lib/platform/auth/account";
import { requireAccount } from "@/lib/platform/auth/guard";
import { hasPermission } from "@/lib/platform/auth/permissions";
import { localePath } from "@/lib/platform/i18n/routing";
import { PANEL_PAGES } from "@/lib/platform/panel-pages";
import { createSessionClient } from "@/lib/platform/supabase/session";
import { getSettingRows, isRoadSourceUnanswered, listMissingSettings } from "@/lib/platform/settings/queries";
import { listOwnWork } from "@/lib/panel/tasks/queries";
import { loadInbox, type SearchParams } from "./load-inbox";
import { formatNumber } from "@/lib/platform/format";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";

const FACTOR_PATH = {
  own: "/painel#verificacao",
  team: `${PANEL_PAGES.system_config.path}#system_staff_second_factor`,
};

export const generateMetadata = unlistedMetadata("panel/admin", "title");

/** Dashboard: open work of this account and its decisions first, then the figures it may see and what is not filled in. */
export default async function AdminDashboardPage({ searchParams }: { searchParams: SearchParams }) {
  const account = await requireAccount("/admin");
  const t = await getTranslations("panel/admin.dashboard");
  const locale = await getLocale();
  const [counts, changes, work, inbox, missing, step, setup, isRoadAnswerMissing] = await Promise.all([
    countDashboard(account, [RENEWAL_FIGURE]),
    newestChanges(account),
    listOwnWork(account.id),
    loadInbox(account, searchParams, { path: "/admin", name: "fila" }),
    loadMissingSettings(account),
    nextFactorStep(account),
    hasPermission(account, PANEL_PAGES.first_steps.permission) ? listSetupSteps() : [],
    hasPermission(account, PANEL_PAGES.portal_settings.permission) && isRoadSourceUnanswered(),
  ]);
  const { roadSources: roadTexts } = (await getMessages())["panel/admin"];
  return (
    <AdminShell account={account}>
      <main id="conteudo" className="grid content-start gap-6 p-4 sm:p-6">
        <div>
          <h1 className="display-2">{t("title")}</h1>
          <p className="text-muted">{t("lead", { username: account.username })}</p>
        </div>
        {isRoadAnswerMissing && <RoadSourcesQuestion texts={roadTexts} />}
        {step && <FactorNotice step={step} path={FACTOR_PATH[step]} />}
        <SetupNotice steps={setup} />
        <OwnWork {...work} />
        <div className="grid items-start gap-6 2xl:grid-cols-[1fr_24rem]">
          {inbox && (
            <section aria-labelledby="caixa" className="grid min-w-0 gap-3">
              <h2 id="caixa" className="text-2xl">
                {t("inbox")}
              </h2>
              <InboxView {...inbox} />
            </section>
          )}
          <NewestChanges changes={changes} title={t("changes")} empty={t("noChanges")} />
        </div>
        <ul className="grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4">
          {counts.map(({ key, count, path }) => (
            <li key={key} className="relative rounded-xl border border-line bg-surface p-4 hover:bg-raised sm:p-5">
              {path ? (
                <Link href={localePath(locale, path)} className="text-muted after:absolute after:inset-0">
                  {t(key)}
                </Link>
              ) : (
                <span className="text-muted">{t(key)}</span>
              )}
              <strong className="block font-display text-4xl font-normal tabular">{formatNumber(count, locale)}</strong>
            </li>
          ))}
        </ul>
        <MissingSettingsList pages={missing} />
      </main>
    </AdminShell>
  );
}

/** What a superadministrador has not done yet: the own second factor, then the one of the team; a fresh installation has neither. */
async function nextFactorStep({ role }: Account): Promise<"own" | "team" | null> {
  if (role !== "superadministrador") return null;
  if (!(await getOwnFactor(await createSessionClient()))) return "own";
  const { values } = await getSettingRows("system");
  return values.system_staff_second_factor === "true" ? null : "team";
}

/** Empty contact and company settings of the settings pages that this account may edit. */
async function loadMissingSettings(account: Account) {
  const pages = [
    { page: "settings", ...PANEL_PAGES.settings },
    { page: "portal", ...PANEL_PAGES.portal_settings },
  ] as const;
  return Promise.all(
    pages
      .filter(({ permission }) => hasPermission(account, permission))
      .map(async ({ page, path }) => ({ path, keys: await listMissingSettings(page) })),
  );
}
