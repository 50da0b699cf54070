import { getTranslations } from "next-intl/server";
import { saveConditionSettingsAction } from "@/lib/panel/algorithms/actions";
import type { ConditionSettings, SettingName } from "@/lib/travel/conditions/rules";
import { conditionSettingsSchema } from "@/lib/travel/conditions/schema";
import { ConditionFields } from "./condition-fields";
import { ConditionPreview } from "./condition-preview";
import { TestedSettings, type SettingsPage } from "./tested-settings";

/** Weights and limits of the conditions of a trip: test them on examples, then activate them as the new version. */
export async function ConditionSettingsForm({ path, params, active }: SettingsPage & { active: ConditionSettings }) {
  const t = await getTranslations("panel/system.algorithms.conditions");
  return (
    <TestedSettings<SettingName>
      page={{ path, params }}
      kind="conditions"
      active={active}
      schema={conditionSettingsSchema}
      texts={{ try: t("try"), invalid: t("invalid"), activate: t("activate") }}
      action={saveConditionSettingsAction}
      fields={(values) => <ConditionFields values={values} />}
      preview={(tested) => <ConditionPreview active={active} tested={tested} />}
    />
  );
}
