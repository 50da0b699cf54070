import { getLocale, getTranslations } from "next-intl/server";
import { CommandForm } from "@/components/ui/command-form";
import { LabelledInput } from "@/components/ui/labelled-input";
import { duplicateEventAction } from "@/lib/events/panel/actions";
import { nextYearDay } from "@/lib/events/panel/rules";
import { brazilianDay, dayIn } from "@/lib/platform/dates";
import { localePath } from "@/lib/platform/i18n/routing";

type Props = {
  event: { id: string; starts_at: string; time_zone: string };
  /** Page of the copy, which opens afterwards. */
  pathOf: (copy: string) => string;
};

/** Copies an event to another date; the suggested one is about a year later, on the same weekday. */
export async function DuplicateEvent({ event, pathOf }: Props) {
  // The copy has its id before it exists, so that two clicks make one.
  const copy = crypto.randomUUID();
  const today = brazilianDay(Date.now());
  const [t, locale] = [await getTranslations("events/panel.duplicate"), await getLocale()];
  return (
    <details className="rounded-xl border border-line bg-surface p-4">
      <summary className="min-h-11 cursor-pointer content-center text-link underline underline-offset-4">
        {t("title")}
      </summary>
      <CommandForm
        action={duplicateEventAction}
        hidden={{ event: event.id, copy }}
        label={t("run")}
        next={localePath(locale, pathOf(copy))}
      >
        <p className="max-w-3xl text-muted">{t("lead")}</p>
        <p className="max-w-3xl text-muted">{t("weekday")}</p>
        <LabelledInput
          label={t("firstDay")}
          className="w-fit"
          name="firstDay"
          type="date"
          required
          min={today}
          defaultValue={nextYearDay(dayIn(event.starts_at, event.time_zone), today)}
        />
      </CommandForm>
    </details>
  );
}
