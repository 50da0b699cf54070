import { getLocale, getTranslations } from "next-intl/server";
import { SelectField } from "@/components/form/select-field";
import { TextAreaField } from "@/components/form/text-area-field";
import { TextField } from "@/components/form/text-field";
import { deletePartAction, saveSectionAction } from "@/lib/events/rally/editing/actions";
import { typedInstructions } from "@/lib/events/rally/editing/rules";
import { clockOf, idealMs } from "@/lib/events/rally/rules";
import type { RallySection } from "@/lib/events/rally/schema";
import { formatNumber } from "@/lib/platform/format";
import { RALLY_SECTION_KINDS } from "@/lib/platform/supabase/database-constants/events";
import { rallyFormTexts } from "./form-texts";
import { RallyForm } from "./rally-form";

type Props = { stage: string; number: number; section?: RallySection };

/** A section of a stage, folded to one line; without one the form that adds the next section. */
export async function SectionForm({ stage, number, section }: Props) {
  const [t, locale, texts] = [await getTranslations("events/rally.section"), await getLocale(), await rallyFormTexts()];
  const km = (metres: number) => formatNumber(metres / 1000, locale, { minimumFractionDigits: 3 });
  const line = section
    ? t(section.kind === "regularity" ? "lineRegularity" : "lineNeutral", {
        number,
        km: km(section.metres),
        average: formatNumber(section.average_kmh ?? 0, locale),
        time: clockOf(idealMs([section], Math.max(1, section.metres))),
      })
    : t("add");
  return (
    <details className="rounded-lg border border-line px-3">
      <summary className="min-h-11 cursor-pointer content-center font-semibold tabular">{line}</summary>
      <div className="grid gap-4 pb-4">
        <SectionFields key={section ? undefined : number} stage={stage} section={section} />
        {section && (
          <RallyForm
            action={deletePartAction}
            label={t("delete")}
            texts={texts}
            hidden={{ part: "section", id: section.id }}
            confirm={t("deleteConfirm", { number })}
            variant="danger"
          />
        )}
      </div>
    </details>
  );
}

async function SectionFields({ stage, section }: Omit<Props, "number">) {
  const [t, locale, texts] = [await getTranslations("events/rally.section"), await getLocale(), await rallyFormTexts()];
  const shown = (value: number | null | undefined) =>
    value === null || value === undefined ? "" : formatNumber(value, locale, { useGrouping: false });
  const hidden = {
    stage,
    id: section?.id ?? crypto.randomUUID(),
    line: section?.line ?? undefined,
    drawn: section && JSON.stringify(section.instructions),
  };
  return (
    <RallyForm action={saveSectionAction} label={t(section ? "save" : "add")} texts={texts} hidden={hidden}>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <SelectField
          name="kind"
          label={t("kind")}
          options={RALLY_SECTION_KINDS.map((value) => ({ value, label: t(`kindOf.${value}`) }))}
          defaultValue={section?.kind}
        />
        <TextField
          name="metres"
          label={t("km")}
          hint={t("kmHint")}
          inputMode="decimal"
          defaultValue={section && shown(section.metres / 1000)}
        />
        <TextField
          name="average_kmh"
          label={t("average")}
          hint={t("averageHint")}
          inputMode="decimal"
          defaultValue={shown(section?.average_kmh)}
        />
        <TextField
          name="neutral_seconds"
          label={t("minutes")}
          hint={t("minutesHint")}
          inputMode="decimal"
          defaultValue={shown(section?.neutral_seconds ? section.neutral_seconds / 60 : null)}
        />
        <TextField
          name="limit_kmh"
          label={t("limit")}
          hint={t("limitHint")}
          inputMode="numeric"
          defaultValue={shown(section?.limit_kmh)}
        />
      </div>
      <TextAreaField
        name="instructions"
        label={t("instructions")}
        hint={t("instructionsHint")}
        optional={t("optional")}
        defaultValue={typedInstructions(section?.instructions ?? [], locale)}
      />
    </RallyForm>
  );
}
