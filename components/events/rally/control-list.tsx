import { getLocale, getTranslations } from "next-intl/server";
import { SelectField } from "@/components/form/select-field";
import { TextField } from "@/components/form/text-field";
import { deletePartAction, saveControlAction } from "@/lib/events/rally/editing/actions";
import { placeAt } from "@/lib/events/rally/editing/rules";
import { clockOf } from "@/lib/events/rally/rules";
import type { RallyControl, RallyStage } from "@/lib/events/rally/schema";
import { greatCircleKm } from "@/lib/geo/geo/rules";
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
        <Control key={control.id} event={event} stage={stage} control={control} />
      ))}
      <Control event={event} stage={stage} />
    </>
  );
}

type Props = { event: string; stage: RallyStage; control?: RallyControl };

/** The position that was typed; empty for one that comes from the drawn way and follows a new distance. */
function typedPosition({ sections }: RallyStage, { metres, lat, lng }: RallyControl) {
  const way = placeAt(sections, metres);
  const isDrawn = way !== null && lat !== null && lng !== null && greatCircleKm(way, { lat, lng }) < 0.001;
  return isDrawn ? null : { lat: lat?.toString(), lng: lng?.toString() };
}

async function Control({ event, stage, control }: Props) {
  const [t, locale, texts] = [await getTranslations("events/rally.control"), await getLocale(), await rallyFormTexts()];
  const typed = control && typedPosition(stage, control);
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
          key={control ? undefined : stage.controls.length}
          action={saveControlAction}
          label={t(control ? "save" : "add")}
          texts={texts}
          hidden={{ event, stage: stage.id, id: control?.id ?? crypto.randomUUID() }}
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
              defaultValue={typed?.lat}
            />
            <TextField
              name="lng"
              label={t("lng")}
              optional={t("optional")}
              inputMode="text"
              defaultValue={typed?.lng}
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
