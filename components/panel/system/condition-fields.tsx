import { getMessages, getTranslations } from "next-intl/server";
import { Input } from "@/components/ui/input";
import { FACTORS, MEASURED, SETTINGS, type Factor, type SettingName } from "@/lib/travel/conditions/rules";

type Values = Readonly<Record<SettingName, string>>;

/** Number inputs for the weights and limits of the conditions of a trip. */
export async function ConditionFields({ values }: { values: Values }) {
  const t = await getTranslations("panel/system.algorithms.conditions");
  return (
    <div className="grid gap-4">
      <div className="grid gap-4 lg:grid-cols-2">
        {FACTORS.map((factor) => (
          <FactorFields key={factor} factor={factor} values={values} />
        ))}
      </div>
      <div className="grid gap-3 sm:grid-cols-3">
        {(["yellow_from", "red_from", "min_known"] as const).map((name) => (
          <NumberInput key={name} name={name} label={t(name)} values={values} />
        ))}
      </div>
    </div>
  );
}

async function FactorFields({ factor, values }: { factor: Factor; values: Values }) {
  const [t, { "travel/conditions": texts }] = [
    await getTranslations("panel/system.algorithms.conditions"),
    await getMessages(),
  ];
  const measured = MEASURED.find((one) => one === factor);
  return (
    <fieldset className="grid grid-cols-3 items-end gap-3 rounded-xl border border-line p-3">
      <legend className="px-1 font-semibold">
        {texts.factor[factor]}
        {measured && <span className="font-normal text-muted"> ({t(`unit.${measured}`)})</span>}
      </legend>
      <NumberInput name={`${factor}_weight`} label={t("weight")} values={values} />
      {measured ? (
        <>
          <NumberInput name={`${measured}_yellow`} label={t("yellow")} values={values} />
          <NumberInput name={`${measured}_red`} label={t("red")} values={values} />
        </>
      ) : (
        <p className="col-span-2 text-sm text-muted">{t("fogNote")}</p>
      )}
      {factor === "grade" && (
        <>
          <div className="col-start-2">
            <NumberInput name="long_grade_yellow" label={`${t("yellow")} (${t("longGrade")})`} values={values} />
          </div>
          <NumberInput name="long_grade_red" label={`${t("red")} (${t("longGrade")})`} values={values} />
        </>
      )}
    </fieldset>
  );
}

function NumberInput({ name, label, values }: { name: SettingName; label: string; values: Values }) {
  const [, min, max] = SETTINGS[name];
  return (
    <label className="grid gap-1 text-sm">
      <span>{label}</span>
      <Input
        name={name}
        type="number"
        min={min}
        max={max}
        step={name === "min_known" ? 1 : 0.1}
        required
        defaultValue={values[name]}
      />
    </label>
  );
}
