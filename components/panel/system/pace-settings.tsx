import { getLocale, getTranslations } from "next-intl/server";
import { Input } from "@/components/ui/input";
import { savePaceSettingsAction } from "@/lib/panel/algorithms/actions";
import type { ExampleDrive } from "@/lib/geo/pace/examples/rules";
import { paceSettingsSchema } from "@/lib/geo/pace/schema";
import { PACE_SETTING_NAMES, PACE_SETTINGS, type PaceSettingName, type PaceSettings } from "@/lib/geo/pace/rules";
import { formatKm, formatMinutes } from "@/lib/platform/format";
import { DataTable } from "../../ui/data-table";
import { TestedSettings, type SettingsPage } from "./tested-settings";

type Drives = (settings: PaceSettings) => readonly ExampleDrive[];
/** `drives`: the examples with the minutes of some weights. */
type Props = SettingsPage & { active: PaceSettings; drives: Drives };

/** Weights of the driving time: test them on examples, then activate them as the new version. */
export async function PaceSettingsForm({ path, params, active, drives }: Props) {
  const t = await getTranslations("panel/system.algorithms.pace");
  return (
    <TestedSettings<PaceSettingName>
      page={{ path, params }}
      kind="pace"
      active={active}
      schema={paceSettingsSchema}
      texts={{ try: t("try"), invalid: t("invalid"), activate: t("activate") }}
      action={savePaceSettingsAction}
      fields={(values) => <PaceFields values={values} />}
      preview={(tested) => <PacePreview now={drives(active)} then={drives(tested)} />}
    />
  );
}

async function PaceFields({ values }: { values: Readonly<Record<PaceSettingName, string>> }) {
  const t = await getTranslations("panel/system.algorithms.pace.weight");
  return (
    <div className="grid gap-3 sm:grid-cols-3 xl:grid-cols-5">
      {PACE_SETTING_NAMES.map((name) => {
        const [, min, max] = PACE_SETTINGS[name];
        return (
          <label key={name} className="grid content-end gap-1 text-sm">
            <span>{t(name)}</span>
            <Input name={name} type="number" min={min} max={max} step={0.1} required defaultValue={values[name]} />
          </label>
        );
      })}
    </div>
  );
}

/** The minutes of some drives with the active and the tested weights. */
async function PacePreview({ now, then }: Record<"now" | "then", readonly ExampleDrive[]>) {
  const [t, all, locale] = [
    await getTranslations("panel/system.algorithms.pace"),
    await getTranslations("panel/system.algorithms"),
    await getLocale(),
  ];
  return (
    <DataTable
      caption={t("preview")}
      heads={[t("example"), all("now"), all("then")]}
      empty=""
      rows={now.map(({ name, km, minutes }, index) => ({
        id: name,
        cells: [
          t(`examples.${name}`, { km: formatKm(km, locale) }),
          formatMinutes(minutes),
          formatMinutes(then[index]!.minutes),
        ],
      }))}
    />
  );
}
