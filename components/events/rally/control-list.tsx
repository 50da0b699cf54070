import { getLocale, getTranslations } from "next-intl/server";
import { SelectField } from "@/components/form/select-field";
import { TextField } from "@/components/form/text-field";
import { deletePartAction, saveControlAction } from "@/lib/events/rally/editing/actions";
import { clockOf } from "@/lib/events/rally/rules";
import type { RallyControl, RallyStage } from "@/lib/events/rally/schema";
import { formatNumber } from "@/lib/platform/format";
import { RALLY_CONTROL_KINDS } from "@/lib/platform/supabase/database-constants/events";
import { rallyFormTexts } from "./form-texts";
import { RallyForm } from "./rally-form";

/** The time controls of a stage, and the form that adds one. */
export async function ControlList({ event, stage }: { event: string; stage: RallyStage }) {
  const t = await getTranslations("events/rally.control");
  return (
    <>
      <h3 className="text-xl">{t("title")}</h3>
      <p className="max-w-3xl text-muted">{t("lead")}</p>
      {stage.controls.length === 0 && <p className="text-muted">{t("none")}</p>}
      {stage.controls.map((control) => (
        <Control key={control.id} event={event} stage={stage.id} control={control} />
      ))}
      <Control event={event} stage={stage.id} />
    </>
  );
}

type Props = { event: string; stage: string; control?: RallyControl };

async function Control({ event, stage, control }: Props) {
  const [t, locale, texts] = [await getTranslations("events/rally.control"), await getLocale(), await rallyFormTexts()];
  const km = control && formatNumber(control.metres / 1000, locale, { minimumFractionDigits: 3 });
  const line = control
    ? [
        t("line", { km: km!, kind: t(`kindOf.${control.kind}`), time: clockOf(control.ideal_ms) }),
        control.lat === null && t("noPosition"),
      ]
    : [t("add")];
  return (
    <details className="rounded-lg border border-line px-3">
      <summary className="min-h-11 cursor-pointer content-center font-semibold tabular">
        {line.filter(Boolean).join(" · ")}
      </summary>
      <div className="grid gap-4 pb-4">
        <RallyForm
          action={saveControlAction}
          label={t(control ? "save" : "add")}
          texts={texts}
          hidden={{ event, stage, id: control?.id }}
        >
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              name="metres"
              label={t("km")}
              hint={t("kmHint")}
              inputMode="decimal"
              defaultValue={control && formatNumber(control.metres / 1000, locale, { useGrouping: false })}
            />
            <SelectField
              name="kind"
              label={t("kind")}
              options={RALLY_CONTROL_KINDS.map((value) => ({ value, label: t(`kindOf.${value}`) }))}
              defaultValue={control?.kind}
            />
            <TextField
              name="lat"
              label={t("lat")}
              hint={t("positionHint")}
              optional={t("optional")}
              inputMode="text"
              defaultValue={control?.lat?.toString()}
            />
            <TextField
              name="lng"
              label={t("lng")}
              optional={t("optional")}
              inputMode="text"
              defaultValue={control?.lng?.toString()}
            />
          </div>
        </RallyForm>
        {control && (
          <RallyForm
            action={deletePartAction}
            label={t("delete")}
            texts={texts}
            hidden={{ part: "control", id: control.id }}
            confirm={t("deleteConfirm", { km: km! })}
            variant="danger"
          />
        )}
      </div>
    </details>
  );
}
