import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import { AdminShell } from "@/components/panel/admin/admin-shell";
import { AlgorithmVersions } from "@/components/panel/system/algorithm-versions";
import { CommandForm } from "@/components/ui/command-form";
import { ConditionSettingsForm } from "@/components/panel/system/condition-settings";
import { PaceSettingsForm } from "@/components/panel/system/pace-settings";
import { SystemPage, SystemSection } from "@/components/ui/system-page";
import { WeightFields } from "@/components/panel/system/weight-fields";
import { Button } from "@/components/ui/button";
import { LabelledInput } from "@/components/ui/labelled-input";
import { saveWeightsAction } from "@/lib/panel/algorithms/actions";
import { listVersions, previewSearch } from "@/lib/panel/algorithms/queries";
import { readWeights, SEARCH_WEIGHTS, type Weights } from "@/lib/panel/algorithms/schema";
import { exampleDrives } from "@/lib/geo/pace/examples/rules";
import { readPaceSettings } from "@/lib/geo/pace/schema";
import { requireAccount } from "@/lib/platform/auth/guard";
import { localePath } from "@/lib/platform/i18n/routing";
import { readConditionSettings } from "@/lib/travel/conditions/schema";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export const generateMetadata = unlistedMetadata("panel/system.algorithms", "title");

const activeOf = (versions: readonly { is_active: boolean; weights: unknown }[]) =>
  (versions.find(({ is_active }) => is_active)?.weights ?? {}) as Record<string, unknown>;

/** Weights of the search, of the conditions of a trip and of the driving time: test them, then activate them as the new version. */
export default async function AlgorithmsPage({ searchParams }: Props) {
  const account = await requireAccount("/admin/system-algorithms");
  const t = await getTranslations("panel/system.algorithms");
  const locale = await getLocale();
  const params = await searchParams;
  const [versions, conditionVersions, paceVersions] = [
    await listVersions("search"),
    await listVersions("trip_conditions"),
    await listVersions("driving_pace"),
  ];
  const pace = readPaceSettings(activeOf(paceVersions));
  const active = readWeights(activeOf(versions));
  const conditions = readConditionSettings(activeOf(conditionVersions));
  const q = typeof params.q === "string" ? params.q.slice(0, 100) : "";
  const testedWeights = q ? readWeights(params) : active;
  return (
    <AdminShell account={account}>
      <SystemPage title={t("title")} lead={t("lead")}>
        <SystemSection title={t("search")} lead={t("searchLead")}>
          <form action={localePath(locale, "/admin/system-algorithms")} className="grid gap-3">
            <WeightFields weights={testedWeights} />
            <div className="flex flex-wrap items-end gap-3">
              <LabelledInput
                label={t("question")}
                className="grow sm:max-w-sm"
                type="search"
                name="q"
                required
                maxLength={100}
                defaultValue={q || "joinville"}
              />
              <Button type="submit" variant="outline">
                {t("try")}
              </Button>
            </div>
          </form>
          {q && <Preview q={q} active={active} testedWeights={testedWeights} />}
          {q && (
            <CommandForm
              action={saveWeightsAction}
              label={t("activate")}
              hidden={Object.fromEntries(SEARCH_WEIGHTS.map((name) => [name, String(testedWeights[name])]))}
              next={localePath(locale, "/admin/system-algorithms")}
            >
              <LabelledInput label={t("note")} className="sm:max-w-lg" name="note" maxLength={300} />
            </CommandForm>
          )}
        </SystemSection>
        <SystemSection title={t("versions")}>
          <AlgorithmVersions algorithm="search" title={t("versions")} versions={versions} />
        </SystemSection>
        <SystemSection title={t("conditions.title")} lead={t("conditions.lead")}>
          <ConditionSettingsForm
            path={localePath(locale, "/admin/system-algorithms")}
            params={params}
            active={conditions}
          />
        </SystemSection>
        <SystemSection title={t("conditions.versions")}>
          <AlgorithmVersions
            algorithm="trip_conditions"
            title={t("conditions.versions")}
            versions={conditionVersions}
          />
        </SystemSection>
        <SystemSection title={t("pace.title")} lead={t("pace.lead")}>
          <PaceSettingsForm
            path={localePath(locale, "/admin/system-algorithms")}
            params={params}
            active={pace}
            drives={exampleDrives}
          />
        </SystemSection>
        <SystemSection title={t("pace.versions")}>
          <AlgorithmVersions algorithm="driving_pace" title={t("pace.versions")} versions={paceVersions} />
        </SystemSection>
        <p className="text-muted">
          {t("regions")}{" "}
          <Link
            href={localePath(locale, "/admin/conteudo-estados/rotas")}
            className="text-link underline underline-offset-4"
          >
            {t("regionsLink")}
          </Link>
        </p>
      </SystemPage>
    </AdminShell>
  );
}

/** Results of one query with the active and the previewed weights, side by side. */
async function Preview({ q, active, testedWeights }: { q: string; active: Weights; testedWeights: Weights }) {
  const t = await getTranslations("panel/system.algorithms");
  const lists = await Promise.all([active, testedWeights].map((weights) => previewSearch(q, weights)));
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      {lists.map((list, index) => (
        <section key={index === 0 ? "now" : "then"}>
          <h3 className="text-xl">{t(index === 0 ? "now" : "then")}</h3>
          <ol className="list-decimal pl-6">
            {list.map(({ kind, title, path, score }) => (
              <li key={`${kind}${path}${title}`}>
                {title}{" "}
                <span className="text-sm text-muted tabular">
                  {kind} · {score.toFixed(2)}
                </span>
              </li>
            ))}
          </ol>
          {list.length === 0 && <p className="text-muted">{t("nothing")}</p>}
        </section>
      ))}
    </div>
  );
}
