import { getLocale, getTranslations } from "next-intl/server";
import { StatusMark } from "@/components/events/publishing/status-mark";
import { CommandForm } from "@/components/ui/command-form";
import { LabelledSelect } from "@/components/ui/labelled-select";
import { SystemSection } from "@/components/ui/system-page";
import { eventMoment } from "@/lib/events/events/rules";
import { linkEditionAction, unlinkEditionAction } from "@/lib/events/series/actions";
import type { Editions } from "@/lib/events/series/schema";

type Props = { event: string; editions: Editions };

/** The other editions of an event, and the form that makes two events editions of one series. */
export async function EditionSection({ event, editions: { has_series, followers, editions, choices } }: Props) {
  const [t, locale] = [await getTranslations("events/series"), await getLocale()];
  const nameOf = ({ title, starts_at, time_zone, town, state_abbr }: Editions["editions"][number]) =>
    `${title} · ${eventMoment(starts_at, time_zone, locale, { dateStyle: "medium" })} · ${town} ${state_abbr}`;
  return (
    <SystemSection title={t("title")} lead={t("lead")}>
      {has_series && <p className="font-semibold">{t("followers", { count: followers })}</p>}
      {editions.length > 0 ? (
        <ul className="grid gap-2">
          {editions.map((edition) => (
            <li key={edition.id} className="flex flex-wrap items-center gap-2 wrap-anywhere">
              {nameOf(edition)} <StatusMark status={edition.status} />
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-muted">{t("none")}</p>
      )}
      {choices.length > 0 && (
        <CommandForm
          key={choices.length}
          action={linkEditionAction}
          hidden={{ event }}
          label={t("link")}
          className="sm:grid-cols-[1fr_auto] sm:items-end"
        >
          <LabelledSelect
            name="other"
            label={t("other")}
            options={choices.map((choice) => [choice.id, nameOf(choice)])}
          />
        </CommandForm>
      )}
      {has_series && (
        <CommandForm
          action={unlinkEditionAction}
          hidden={{ event }}
          label={t("unlink")}
          confirm={t("unlinkConfirm")}
          variant="outline"
        />
      )}
    </SystemSection>
  );
}
