import { getLocale, getTranslations } from "next-intl/server";
import { CommandForm } from "@/components/ui/command-form";
import { LabelledInput } from "@/components/ui/labelled-input";
import { duplicateEventAction } from "@/lib/events/panel/actions";
import { brazilianDay } from "@/lib/platform/dates";
import { localePath } from "@/lib/platform/i18n/routing";

type Props = {
  eventId: string;
  /** Page of the copy, which opens afterwards. */
  pathOf: (copy: string) => string;
};

/** Copies an event to another date. */
export async function DuplicateEvent({ eventId, pathOf }: Props) {
  // The copy has its id before it exists, so that two clicks make one.
  const copy = crypto.randomUUID();
  const [t, locale] = [await getTranslations("events/panel.duplicate"), await getLocale()];
  return (
    <details className="rounded-xl border border-line bg-surface p-4">
      <summary className="min-h-11 cursor-pointer content-center text-link underline underline-offset-4">
        {t("title")}
      </summary>
      <CommandForm
        action={duplicateEventAction}
        hidden={{ event: eventId, copy }}
        label={t("run")}
        next={localePath(locale, pathOf(copy))}
      >
        <p className="max-w-3xl text-muted">{t("lead")}</p>
        <LabelledInput
          label={t("firstDay")}
          className="w-fit"
          name="firstDay"
          type="date"
          required
          min={brazilianDay(Date.now())}
        />
      </CommandForm>
    </details>
  );
}
