import { getTranslations } from "next-intl/server";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { saveConditionSettingsAction } from "@/lib/algorithms/actions";
import { SETTING_NAMES, type ConditionSettings, type SettingName } from "@/lib/trip-conditions/rules";
import { conditionSettingsSchema } from "@/lib/trip-conditions/schema";
import { CommandForm } from "./command-form";
import { ConditionFields } from "./condition-fields";
import { ConditionPreview } from "./condition-preview";

/** The parameter that says that the values of this form are tested, not those of the search. */
const TEST = "test";

type Params = Readonly<Record<string, string | string[] | undefined>>;
const textOf = (value: Params[string]) => (typeof value === "string" ? value.slice(0, 20) : "");

type Props = {
  /** Path of the page, which shows the tested values too. */
  path: string;
  params: Params;
  active: ConditionSettings;
};

/** Weights and limits of the conditions of a trip: test them on examples, then activate them as the new version. */
export async function ConditionSettingsForm({ path, params, active }: Props) {
  const all = await getTranslations("system.algorithms");
  const t = await getTranslations("system.algorithms.conditions");
  const isTest = params[TEST] === "conditions";
  const shown = Object.fromEntries(
    SETTING_NAMES.map((name) => [name, isTest ? textOf(params[name]) : String(active[name])]),
  ) as Record<SettingName, string>;
  const tested = isTest ? conditionSettingsSchema.safeParse(shown) : null;
  return (
    <>
      <form action={path} className="grid gap-4">
        <input type="hidden" name={TEST} value="conditions" />
        <ConditionFields values={shown} />
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
          <ConditionPreview active={active} tested={tested.data} />
          <CommandForm
            action={saveConditionSettingsAction}
            label={t("activate")}
            hidden={Object.fromEntries(SETTING_NAMES.map((name) => [name, String(tested.data[name])]))}
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
