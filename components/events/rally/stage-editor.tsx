import { getLocale, getTranslations } from "next-intl/server";
import { SelectField } from "@/components/form/select-field";
import { TextField } from "@/components/form/text-field";
import { SystemSection } from "@/components/ui/system-page";
import { eventMoment } from "@/lib/events/events/rules";
import { deletePartAction, finishStageAction, saveStageAction } from "@/lib/events/rally/editing/actions";
import { clockOf, idealMs, stageMetres } from "@/lib/events/rally/rules";
import type { RallyStage } from "@/lib/events/rally/schema";
import { localIn } from "@/lib/platform/dates";
import { formatKm } from "@/lib/platform/format";
import { ControlList } from "./control-list";
import { rallyFormTexts } from "./form-texts";
import { RallyForm } from "./rally-form";
import { SectionForm } from "./section-form";

type Props = {
  event: string;
  timeZone: string;
  stages: readonly RallyStage[];
  /** Trips of the editor, from which a new stage can take its way. */
  trips: readonly { id: string; title: string; km: number }[];
};

/** The stages of a rally with their sections and controls, and the form that adds one. */
export async function StageEditor({ event, timeZone, stages, trips }: Props) {
  const t = await getTranslations("events/rally.stage");
  return (
    <>
      {stages.map((stage) => (
        <Stage key={stage.id} event={event} timeZone={timeZone} stage={stage} />
      ))}
      <SystemSection title={t("add")} lead={t("addLead")}>
        <StageForm key={stages.length} event={event} timeZone={timeZone} trips={trips} />
      </SystemSection>
    </>
  );
}

type FormProps = Omit<Props, "stages" | "trips"> & { stage?: RallyStage; trips?: Props["trips"] };

async function StageForm({ event, timeZone, stage, trips = [] }: FormProps) {
  const [t, locale, texts] = [await getTranslations("events/rally.stage"), await getLocale(), await rallyFormTexts()];
  return (
    <RallyForm
      action={saveStageAction}
      label={t(stage ? "save" : "add")}
      texts={texts}
      hidden={{ event, id: stage?.id ?? crypto.randomUUID() }}
      variant={stage ? "outline" : undefined}
      className="max-w-3xl"
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField name="name" label={t("name")} defaultValue={stage?.name} maxLength={80} />
        <TextField
          name="starts_at"
          type="datetime-local"
          label={t("startsAt")}
          hint={t("startsAtHint")}
          defaultValue={stage && localIn(Date.parse(stage.starts_at), timeZone).replace(" ", "T")}
        />
      </div>
      {trips.length > 0 && (
        <SelectField
          name="trip"
          label={t("trip")}
          hint={t("tripHint")}
          options={[
            { value: "", label: t("noTrip") },
            ...trips.map(({ id, title, km }) => ({ value: id, label: `${title || "–"} · ${formatKm(km, locale)}` })),
          ]}
        />
      )}
    </RallyForm>
  );
}

async function Stage({ event, timeZone, stage }: { event: string; timeZone: string; stage: RallyStage }) {
  const [t, locale, texts] = [await getTranslations("events/rally.stage"), await getLocale(), await rallyFormTexts()];
  const metres = stageMetres(stage.sections);
  return (
    <SystemSection
      title={stage.name}
      lead={t("summary", {
        start: eventMoment(stage.starts_at, timeZone, locale, { dateStyle: "short", timeStyle: "medium" }),
        km: formatKm(metres / 1000, locale),
        time: clockOf(idealMs(stage.sections, metres)),
      })}
    >
      {stage.finished_at && <p className="font-semibold">{t("finished")}</p>}
      <details>
        <summary className="min-h-11 cursor-pointer content-center font-semibold text-link">{t("change")}</summary>
        <StageForm event={event} timeZone={timeZone} stage={stage} />
      </details>
      <h3 className="text-xl">{t("sections")}</h3>
      {stage.sections.length === 0 && <p className="text-muted">{t("noSections")}</p>}
      {stage.sections.map((section, index) => (
        <SectionForm key={section.id} stage={stage.id} section={section} number={index + 1} />
      ))}
      <SectionForm stage={stage.id} number={stage.sections.length + 1} />
      <ControlList event={event} stage={stage} />
      <div className="flex flex-wrap gap-3">
        {!stage.finished_at && (
          <RallyForm
            action={finishStageAction}
            label={t("finish")}
            texts={texts}
            hidden={{ stage: stage.id }}
            confirm={t("finishConfirm", { name: stage.name })}
            variant="outline"
          />
        )}
        <RallyForm
          action={deletePartAction}
          label={t("delete")}
          texts={texts}
          hidden={{ part: "stage", id: stage.id }}
          confirm={t("deleteConfirm", { name: stage.name })}
          variant="danger"
        />
      </div>
    </SystemSection>
  );
}
