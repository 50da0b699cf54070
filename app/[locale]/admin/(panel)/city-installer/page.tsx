import { getLocale, getTranslations } from "next-intl/server";
import { AdminShell } from "@/components/panel/admin/admin-shell";
import { CommandForm } from "@/components/ui/command-form";
import { DataTable } from "@/components/ui/data-table";
import { StateMark } from "@/components/ui/state-mark";
import { SystemPage, SystemSection } from "@/components/ui/system-page";
import { Button } from "@/components/ui/button";
import { LabelledSelect } from "@/components/ui/labelled-select";
import { installCitiesAction } from "@/lib/geo/municipalities/actions";
import { installCities } from "@/lib/geo/municipalities/mutations";
import { requireAccount } from "@/lib/platform/auth/guard";
import { localePath } from "@/lib/platform/i18n/routing";
import { STATES } from "@/lib/geo/states/rules";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

const LOOK = { add: "good", update: "wait", remove: "bad", keep: "none" } as const;

export const generateMetadata = unlistedMetadata("panel/system.cities", "title");

/** Towns of a state compared with the IBGE list: missing, different, removable and kept ones. */
export default async function CityInstallerPage({ searchParams }: Props) {
  const account = await requireAccount("/admin/city-installer");
  const t = await getTranslations("panel/system.cities");
  const locale = await getLocale();
  const { uf } = await searchParams;
  const state = STATES.find(({ abbr }) => abbr === uf) ?? null;
  return (
    <AdminShell account={account}>
      <SystemPage title={t("title")} lead={t("lead")}>
        <form action={localePath(locale, "/admin/city-installer")} className="flex flex-wrap items-end gap-3">
          <LabelledSelect
            name="uf"
            label={t("state")}
            value={state?.abbr ?? "SC"}
            options={STATES.map(({ abbr, name }) => [abbr, `${abbr} · ${name}`])}
            width="sm:w-64"
          />
          <Button type="submit" variant="outline">
            {t("compare")}
          </Button>
        </form>
        {state && <Comparison state={state} />}
      </SystemPage>
    </AdminShell>
  );
}

async function Comparison({ state }: { state: { abbr: string; name: string } }) {
  const t = await getTranslations("panel/system.cities");
  const changes = await installCities(state.abbr, false);
  const count = changes.filter(({ change }) => change !== "keep").length;
  return (
    <SystemSection title={state.name} lead={t("changes", { count })}>
      {count > 0 && (
        <CommandForm
          action={installCitiesAction}
          hidden={{ state: state.abbr }}
          label={t("apply")}
          confirm={t("applyConfirm", { count })}
        />
      )}
      <DataTable
        caption={t("title")}
        heads={[t("what"), t("code"), t("city"), t("detail")]}
        empty={t("same")}
        rows={changes.map(({ change, ibge_code, name, detail }) => ({
          id: String(ibge_code),
          cells: [
            <StateMark key="change" look={LOOK[change]}>
              {t(`change.${change}`)}
            </StateMark>,
            String(ibge_code),
            name,
            detail || "—",
          ],
        }))}
      />
    </SystemSection>
  );
}
