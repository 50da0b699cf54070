import { getLocale, getTranslations } from "next-intl/server";
import { CommandForm } from "@/components/ui/command-form";
import { LabelledInput } from "@/components/ui/labelled-input";
import { changeEventAction } from "@/lib/events/panel/actions";
import { eventChanges, type EventChange, type EventDates } from "@/lib/events/panel/rules";
import { RedateFields } from "./redate-fields";

type Props = {
  event: { id: string; status: string; updated_at: string };
  /** Dates that move with the date of the event; null while a new date is not announced. */
  dates: EventDates | null;
};
const DANGEROUS: readonly EventChange[] = ["reject", "cancel"];

/** Status of an event and what can be done with it; everybody registered is mailed about a new date or a cancellation. */
export async function EventStatus({ event, dates }: Props) {
  const t = await getTranslations("events/panel.change");
  const changes = eventChanges(event.status);
  return (
    <section className="grid gap-2 rounded-xl border border-line bg-surface p-4">
      <h2 className="text-2xl">{t("title", { status: t(`status.${event.status as "draft"}`) })}</h2>
      {changes.map((change) => (
        <details key={change} className="border-t border-line first-of-type:border-0">
          <summary className="min-h-11 cursor-pointer content-center text-link underline underline-offset-4">
            {t(change)}
          </summary>
          <CommandForm
            key={event.updated_at}
            action={changeEventAction}
            hidden={{ event: event.id, change, expected_version: event.updated_at }}
            label={t(change)}
            confirm={change === "cancel" ? t("confirm") : undefined}
            variant={DANGEROUS.includes(change) ? "danger" : "primary"}
            className="pb-3"
          >
            <p className="max-w-3xl text-muted">{t(`note.${change}`)}</p>
            <ChangeFields change={change} dates={dates} />
          </CommandForm>
        </details>
      ))}
    </section>
  );
}

async function ChangeFields({ change, dates }: { change: EventChange; dates: EventDates | null }) {
  const [locale, zone] = [await getLocale(), await getTranslations("panel/records.zone")];
  const t = await getTranslations("events/panel.change");
  if (change === "publish") return null;
  return (
    <div className="flex flex-wrap gap-3">
      {change === "redate" && dates && (
        <RedateFields
          dates={dates}
          locale={locale}
          texts={{
            startsAt: t("startsAt"),
            endsAt: t("endsAt"),
            moved: zone("moved"),
            opensAt: zone("opensAt"),
            closesAt: zone("closesAt"),
            editUntil: zone("editUntil"),
            price: zone("price"),
            votes: zone("votes"),
            programme: zone("programme"),
          }}
        />
      )}
      <LabelledInput
        label={t("reason")}
        className="grow sm:max-w-xl"
        name="reason"
        maxLength={1000}
        required={change !== "redate"}
      />
    </div>
  );
}
