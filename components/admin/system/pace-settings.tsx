import { getLocale, getTranslations } from "next-intl/server";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { savePaceSettingsAction } from "@/lib/algorithms/actions";
import type { ExampleDrive } from "@/lib/pace/examples/rules";
import { paceSettingsSchema } from "@/lib/pace/schema";
import { PACE_SETTING_NAMES, PACE_SETTINGS, type PaceSettingName, type PaceSettings } from "@/lib/pace/rules";
import { formatKm, formatMinutes } from "@/lib/platform/format";
import { CommandForm } from "./command-form";
import { DataTable } from "./data-table";

/** The parameter that says that the values of this form are tested. */
const TEST = "test";

type Params = Readonly<Record<string, string | string[] | undefined>>;
const textOf = (value: Params[string]) => (typeof value === "string" ? value.slice(0, 20) : "");

type Drives = (settings: PaceSettings) => readonly ExampleDrive[];
/** `path`: the page, which shows the tested values too. `drives`: the examples with the minutes of some weights. */
type Props = { path: string; params: Params; active: PaceSettings; drives: Drives };

/** Weights of the driving time: test them on examples, then activate them as the new version. */
export async function PaceSettingsForm({ path, params, active, drives }: Props) {
  const all = await getTranslations("system.algorithms");
  const t = await getTranslations("system.algorithms.pace");
  const isTest = params[TEST] === "pace";
  const shown = Object.fromEntries(
    PACE_SETTING_NAMES.map((name) => [name, isTest ? textOf(params[name]) : String(active[name])]),
  ) as Record<PaceSettingName, string>;
  const tested = isTest ? paceSettingsSchema.safeParse(shown) : null;
  return (
    <>
      <form action={path} className="grid gap-4">
        <input type="hidden" name={TEST} value="pace" />
        <PaceFields values={shown} />
        <Button type="submit" variant="outline" className="w-fit">
          {t("try")}
        </Button>
      </form>
      {tested?.success === false && (
        <p role="alert" className="rounded-xl border-2 border-danger p-3">
          {t("invalid")}
        </p>
      )}
      {tested?.success && (
        <>
          <PacePreview now={drives(active)} then={drives(tested.data)} />
          <CommandForm
            action={savePaceSettingsAction}
            label={t("activate")}
            hidden={Object.fromEntries(PACE_SETTING_NAMES.map((name) => [name, String(tested.data[name])]))}
            next={path}
          >
            <label className="grid gap-1 text-sm sm:max-w-lg">
              <span className="text-muted">{all("note")}</span>
              <Input name="note" maxLength={300} />
            </label>
          </CommandForm>
        </>
      )}
    </>
  );
}

async function PaceFields({ values }: { values: Readonly<Record<PaceSettingName, string>> }) {
  const t = await getTranslations("system.algorithms.pace.weight");
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
    await getTranslations("system.algorithms.pace"),
    await getTranslations("system.algorithms"),
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
