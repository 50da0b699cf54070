import { getLocale, getTranslations } from "next-intl/server";
import { CheckboxField } from "@/components/form/checkbox-field";
import { TextField } from "@/components/form/text-field";
import { SystemSection } from "@/components/ui/system-page";
import { eventMoment } from "@/lib/events/events/rules";
import { drawOrderAction, saveCrewAction } from "@/lib/events/rally/editing/actions";
import { startOf } from "@/lib/events/rally/rules";
import type { RallyConsole, RallyCrew } from "@/lib/events/rally/schema";
import { rallyFormTexts } from "./form-texts";
import { RallyForm } from "./rally-form";

type Props = { event: string; timeZone: string; rally: RallyConsole; mayEdit: boolean };

/** Cars in the order of their starts with the time of each stage; editors change number, class and name. */
export async function StartOrder({ event, timeZone, rally, mayEdit }: Props) {
  const [t, locale, texts] = [await getTranslations("events/rally.order"), await getLocale(), await rallyFormTexts()];
  const starts = (crew: RallyCrew) =>
    rally.stages
      .map((stage) => startOf(stage.starts_at, crew.number, rally.rules.interval_seconds))
      .map((moment) => eventMoment(moment, timeZone, locale, { timeStyle: "medium" }))
      .join(" · ");
  const lineOf = (crew: RallyCrew) =>
    [`${crew.number}`, crew.name, crew.car, crew.class_name, crew.withdrawn ? t("withdrawn") : starts(crew)]
      .filter(Boolean)
      .join(" · ");
  return (
    <SystemSection title={t("title")} lead={t("lead")}>
      {rally.crews.length === 0 && <p className="text-muted">{t("none")}</p>}
      <ol className="grid gap-2">
        {rally.crews.map((crew) => (
          <li key={crew.id}>
            {mayEdit ? (
              <details className="rounded-lg border border-line px-3">
                <summary className="min-h-11 cursor-pointer content-center tabular">{lineOf(crew)}</summary>
                <CrewForm crew={crew} />
              </details>
            ) : (
              <span className="tabular">{lineOf(crew)}</span>
            )}
          </li>
        ))}
      </ol>
      {mayEdit && (
        <RallyForm
          action={drawOrderAction}
          label={t("draw")}
          texts={texts}
          hidden={{ event }}
          confirm={rally.crews.length > 0 ? t("drawConfirm") : undefined}
          variant="outline"
        />
      )}
    </SystemSection>
  );
}

async function CrewForm({ crew }: { crew: RallyCrew }) {
  const [t, texts] = [await getTranslations("events/rally.order"), await rallyFormTexts()];
  return (
    <RallyForm
      action={saveCrewAction}
      label={t("save")}
      texts={texts}
      hidden={{ crew: crew.id }}
      variant="outline"
      className="max-w-3xl pb-4"
    >
      <div className="grid gap-4 sm:grid-cols-3">
        <TextField
          name="number"
          label={t("number")}
          hint={t("numberHint")}
          inputMode="numeric"
          defaultValue={crew.number}
        />
        <TextField
          name="class_name"
          label={t("class")}
          optional={t("optional")}
          defaultValue={crew.class_name}
          maxLength={80}
        />
        <TextField
          name="public_name"
          label={t("publicName")}
          hint={t("publicNameHint")}
          optional={t("optional")}
          defaultValue={crew.public_name ?? ""}
          maxLength={120}
        />
      </div>
      <CheckboxField name="withdrawn" label={t("withdraw")} defaultChecked={crew.withdrawn} />
    </RallyForm>
  );
}
