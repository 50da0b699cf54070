import { getLocale, getTranslations } from "next-intl/server";
import { AdminShell } from "@/components/panel/admin/admin-shell";
import { SystemPage } from "@/components/ui/system-page";
import { SynergyFilter } from "@/components/events/promotion/synergy-filter";
import { SynergyPair } from "@/components/events/promotion/synergy-pair";
import { SynergyReport } from "@/components/events/promotion/synergy-report";
import { readPair } from "@/lib/events/promotion/pair/queries";
import { readSynergy } from "@/lib/events/promotion/synergy/queries";
import { synergyQuery } from "@/lib/events/promotion/schema";
import type { Account } from "@/lib/platform/auth/account";
import { requireAccount } from "@/lib/platform/auth/guard";
import { hasPermission } from "@/lib/platform/auth/permissions";
import { accountCaller } from "@/lib/platform/costs";
import { localePath } from "@/lib/platform/i18n/routing";
import { panelPath } from "@/lib/platform/paths";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export const generateMetadata = unlistedMetadata("events/promotion.synergy", "title");

/** Events near each other in place and time, and free weekends of states. */
export default async function EventSynergyPage({ searchParams }: Props) {
  const path = panelPath("event_synergy");
  const account = await requireAccount(path);
  const query = synergyQuery.parse(await searchParams);
  const [t, locale] = [await getTranslations("events/promotion.synergy"), await getLocale()];
  const search = new URLSearchParams({ km: String(query.km), dias: String(query.dias), uf: query.uf }).toString();
  return (
    <AdminShell account={account}>
      <SystemPage title={t("title")} lead={t("lead")}>
        <SynergyFilter action={localePath(locale, path)} query={query} />
        {query.par && <Compared par={query.par} km={query.km} account={account} />}
        <SynergyReport
          synergy={await readSynergy(query)}
          query={query}
          hrefOf={(first, second) => `${localePath(locale, path)}?${search}&par=${first}.${second}#par`}
        />
      </SystemPage>
    </AdminShell>
  );
}

type ComparedProps = { par: readonly [string, string]; km: number; account: Account };

async function Compared({ par, km, account }: ComparedProps) {
  const mayName = hasPermission(account, "events");
  const t = await getTranslations("events/promotion.pair");
  const pair = await readPair(par, { km, mayName, by: accountCaller(account) });
  return pair ? (
    <SynergyPair pair={pair} km={km} mayName={mayName} />
  ) : (
    <p className="rounded-xl border-2 border-dashed border-line p-6 text-center text-muted">{t("missing")}</p>
  );
}
