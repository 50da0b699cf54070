import { getLocale, getTranslations } from "next-intl/server";
import { SelectField } from "@/components/form/select-field";
import { TextField } from "@/components/form/text-field";
import { SystemSection } from "@/components/ui/system-page";
import { saveRallyAction } from "@/lib/events/rally/editing/actions";
import { UNITS } from "@/lib/events/rally/editing/rules";
import type { RallyConsole } from "@/lib/events/rally/schema";
import { formatNumber } from "@/lib/platform/format";
import { RALLY_HIGHEST_KMH, RALLY_TIE_RULES } from "@/lib/platform/supabase/database-constants/events";
import { rallyFormTexts } from "./form-texts";
import { RallyForm } from "./rally-form";

type Props = { event: string; rally: RallyConsole | null };

/** What an organiser declares: authorisation, highest average, interval of the starts and points. */
export async function RulesForm({ event, rally }: Props) {
  const [t, locale, texts] = [await getTranslations("events/rally.rules"), await getLocale(), await rallyFormTexts()];
  const { rules } = rally ?? {};
  const shown = (value: number | null | undefined, fallback = "") =>
    value === null || value === undefined ? fallback : formatNumber(value, locale, { useGrouping: false });
  return (
    <SystemSection title={t("title")} lead={t("lead")}>
      <RallyForm
        key={rally?.updated_at}
        action={saveRallyAction}
        label={t("send")}
        texts={texts}
        hidden={{ event, expected_version: rally?.updated_at ?? "" }}
        className="max-w-3xl"
      >
        <TextField
          name="authority"
          label={t("authority")}
          hint={t("authorityHint")}
          optional={t("optional")}
          defaultValue={rules?.authority ?? ""}
          maxLength={160}
        />
        <TextField
          name="authorisation_number"
          label={t("number")}
          optional={t("optional")}
          defaultValue={rules?.authorisation_number ?? ""}
          maxLength={80}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            name="max_average_kmh"
            label={t("maxAverage")}
            hint={t("maxAverageHint", { most: RALLY_HIGHEST_KMH })}
            inputMode="decimal"
            defaultValue={shown(rules?.max_average_kmh)}
          />
          <TextField
            name="interval_seconds"
            label={t("interval")}
            inputMode="numeric"
            defaultValue={shown(rules?.interval_seconds, "60")}
          />
          <SelectField
            name="unit_ms"
            label={t("unit")}
            options={UNITS.map((value) => ({ value, label: t(`unitOf.${value}`) }))}
            defaultValue={String(rules?.unit_ms ?? UNITS[0])}
          />
          <TextField
            name="tolerance_ms"
            label={t("tolerance")}
            hint={t("toleranceHint")}
            inputMode="decimal"
            defaultValue={shown((rules?.tolerance_ms ?? 0) / 1000)}
          />
          <TextField
            name="points_early"
            label={t("early")}
            inputMode="decimal"
            defaultValue={shown(rules?.points_early, "1")}
          />
          <TextField
            name="points_late"
            label={t("late")}
            inputMode="decimal"
            defaultValue={shown(rules?.points_late, "1")}
          />
          <TextField
            name="max_early"
            label={t("maxEarly")}
            optional={t("optional")}
            inputMode="decimal"
            defaultValue={shown(rules?.max_early)}
          />
          <TextField
            name="max_late"
            label={t("maxLate")}
            optional={t("optional")}
            inputMode="decimal"
            defaultValue={shown(rules?.max_late)}
          />
          <TextField
            name="missing_points"
            label={t("missing")}
            inputMode="decimal"
            defaultValue={shown(rules?.missing_points, "0")}
          />
          <SelectField
            name="tie_rule"
            label={t("tie")}
            options={RALLY_TIE_RULES.map((value) => ({ value, label: t(`tieOf.${value}`) }))}
            defaultValue={rules?.tie_rule}
          />
        </div>
      </RallyForm>
    </SystemSection>
  );
}
