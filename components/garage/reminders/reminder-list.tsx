import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { FormTexts } from "@/components/form/form-texts";
import { ReadingTexts } from "@/components/garage/entries/reading-texts";
import { RowTexts } from "@/components/garage/vehicles/row-texts";
import { Card } from "@/components/ui/card";
import type { Preset, Reminder } from "@/lib/garage/reminders/queries";
import { metricOf, repeatOf } from "@/lib/garage/reminders/rules";
import { engineOf } from "@/lib/garage/vehicles/models/rules";
import { ModelQuestion } from "./model-question";
import { NewReminder } from "./new-reminder";
import { ReminderActions } from "./reminder-actions";
import type { ReminderDefaults } from "./reminder-interval";
import { ReminderActionTexts, ReminderFormTexts } from "./reminder-texts";
import { reminderWords } from "./reminder-words";
import { StatusMark } from "./status-mark";
import { REMINDER_CHANNELS } from "@/lib/platform/supabase/database-constants/garage";

type Car = {
  id: string;
  role: string;
  nickname: string;
  make: string;
  model: string;
  cooling: string | null;
  fuel_system: string | null;
  odometer_km: number | null;
  odometer_offset_km: number;
  odometer_state: string;
};
type Props = { vehicle: Car; reminders: readonly Reminder[]; presets: readonly Preset[]; mayEdit: boolean };

const EMPTY: Omit<ReminderDefaults, "id" | "preset" | "title" | "metric" | "intervalMonths" | "intervalKm"> = {
  notes: "",
  repeat: "rolling",
  startOn: "",
  startKm: "",
  lastDoneOn: "",
  lastDoneKm: "",
  warnDays: "14",
  warnKm: "500",
  channels: REMINDER_CHANNELS,
};

const typed = (value: number | null) => (value === null ? "" : String(value));

/** The form's values of a stored reminder. */
const defaultsOf = (reminder: Reminder): ReminderDefaults & { id: string } => ({
  id: reminder.id,
  preset: reminder.preset_id ?? "",
  title: reminder.title,
  notes: reminder.notes,
  metric: reminder.metric,
  repeat: repeatOf(reminder),
  intervalMonths: typed(reminder.interval_months),
  intervalKm: typed(reminder.interval_km),
  startOn: reminder.due_on ?? "",
  startKm: typed(reminder.due_km),
  lastDoneOn: reminder.last_done_on ?? "",
  lastDoneKm: typed(reminder.last_done_km),
  warnDays: String(reminder.warn_days),
  warnKm: String(reminder.warn_km),
  channels: reminder.channels,
});

async function formTexts({ odometer_km: km }: Car) {
  const [t, messages, words] = await Promise.all([
    getTranslations("garage/reminders.form"),
    getMessages(),
    reminderWords(),
  ]);
  return {
    form: messages["garage/reminders"].form,
    kmHint: km === null ? t("kmUnknown") : t("kmHint", { km: words.km(km) }),
  };
}

/** Reminders of a car, the most urgent first. */
export async function ReminderList({ vehicle, reminders, presets, mayEdit }: Props) {
  const [t, locale, messages, words, texts] = await Promise.all([
    getTranslations("garage/reminders"),
    getLocale(),
    getMessages(),
    reminderWords(),
    formTexts(vehicle),
  ]);
  const { actions, done } = messages["garage/reminders"];
  const why = new Map(presets.map((preset) => [preset.id, preset.why]));
  const { odometer_km: km, odometer_offset_km: offset, odometer_state: state } = vehicle;
  const reading = km === null ? "" : String(Math.round(state === "broken" ? km : km - offset));
  return (
    <section className="grid gap-4">
      <h2 className="text-2xl">{t("title")}</h2>
      <p className="max-w-prose text-muted">{mayEdit ? t("lead") : t("readOnly")}</p>
      {km === null && <p className="max-w-prose">{t("noKm")}</p>}
      {reminders.length === 0 && <p className="font-semibold">{t("empty")}</p>}
      <ReminderFormTexts value={texts}>
        <FormTexts value={messages["panel/requests"].validation}>
          <ReadingTexts value={{ odd: messages["garage/entries"].odd }}>
            <ReminderActionTexts value={{ actions, done }}>
              <ul className="grid gap-4">
                {reminders.map((reminder) => (
                  <li key={reminder.id} data-status={reminder.status}>
                    <Card className="grid gap-2">
                      <StatusMark status={reminder.status} label={t(`status.${reminder.status}`)} />
                      <h3 className="text-xl wrap-anywhere">{reminder.title}</h3>
                      <p className="font-semibold">{words.due(reminder)}</p>
                      <p className="text-muted">
                        {[words.every(reminder), words.lastDone(reminder), words.snoozed(reminder)]
                          .filter(Boolean)
                          .join(" · ")}
                      </p>
                      {reminder.notes && <p className="whitespace-pre-line wrap-anywhere">{reminder.notes}</p>}
                      {reminder.preset_id && why.has(reminder.preset_id) && (
                        <p className="max-w-prose text-sm text-muted">{why.get(reminder.preset_id)}</p>
                      )}
                      {mayEdit && (
                        <ReminderActions
                          vehicle={vehicle.id}
                          defaults={defaultsOf(reminder)}
                          isPaused={reminder.status === "paused"}
                          isSnoozed={reminder.is_snoozed}
                          canUndo={reminder.can_undo}
                          today={words.today}
                          reading={reading}
                          locale={locale}
                        />
                      )}
                    </Card>
                  </li>
                ))}
              </ul>
            </ReminderActionTexts>
          </ReadingTexts>
        </FormTexts>
      </ReminderFormTexts>
    </section>
  );
}

/** The question for the model, open until the car has one. Only its owner may change the car. */
async function ModelDetails({ vehicle }: { vehicle: Car }) {
  const [t, { "garage/reminders": texts, "garage/vehicles": vehicles }] = await Promise.all([
    getTranslations("garage/reminders.model"),
    getMessages(),
  ]);
  if (vehicle.role !== "owner") return null;
  const { id, nickname, make, model, cooling, fuel_system } = vehicle;
  const { form, cooling: coolings, fuelSystem } = vehicles;
  return (
    <details
      open={model === ""}
      className="rounded-2xl border-2 border-faixa bg-surface p-4"
      data-slot="model-question"
    >
      <summary className="min-h-11 cursor-pointer content-center font-display text-xl">
        {model === "" ? t("title") : t("change")}
      </summary>
      <p className="mb-4 max-w-prose">{t("lead")}</p>
      <RowTexts value={form}>
        <ModelQuestion
          vehicle={{ id, nickname, make, model, cooling, fuel_system }}
          texts={texts.model}
          carTexts={{ cooling: coolings, fuelSystem }}
        />
      </RowTexts>
    </details>
  );
}

type PresetProps = { vehicle: Car; presets: readonly Preset[] };

/** The form of an own reminder and the presets that suit the car, each with its reason. */
export async function ReminderPresets({ vehicle, presets }: PresetProps) {
  const [t, words, texts, { "panel/requests": requests }] = await Promise.all([
    getTranslations("garage/reminders"),
    reminderWords(),
    formTexts(vehicle),
    getMessages(),
  ]);
  const own = {
    ...EMPTY,
    id: null,
    preset: "",
    title: "",
    metric: "date" as const,
    intervalMonths: "12",
    intervalKm: "",
  };
  const { cooling, fuel_system: fuelSystem } = engineOf(vehicle);
  const isOpen = cooling === null || fuelSystem === null;
  return (
    <ReminderFormTexts value={texts}>
      <FormTexts value={requests.validation}>
        <section className="grid gap-4">
          <NewReminder vehicle={vehicle.id} label={t("form.own")} defaults={own} />
          {isOpen && <ModelDetails vehicle={vehicle} />}
          <h2 className="text-2xl">{t("presets.title")}</h2>
          {isOpen && <p className="max-w-prose">{t("model.unknown")}</p>}
          <p className="max-w-prose text-muted">{presets.length > 0 ? t("presets.manual") : t("presets.none")}</p>
          <ul className="grid gap-3 lg:grid-cols-2">
            {presets.map(({ id, title, why, interval_months: months, interval_km: km }) => (
              <li key={id}>
                <Card className="grid content-start gap-2">
                  <h3 className="text-xl">{title}</h3>
                  <p className="font-semibold">
                    {[
                      km !== null && t("everyKm", { km: words.km(km) }),
                      months !== null && t("everyMonths", { months }),
                    ]
                      .filter(Boolean)
                      .join(` ${t("or")} `)}
                  </p>
                  <p>{why}</p>
                  <NewReminder
                    vehicle={vehicle.id}
                    label={t("presets.add")}
                    name={title}
                    defaults={{
                      ...EMPTY,
                      id: null,
                      preset: id,
                      title,
                      metric: metricOf(months, km),
                      intervalMonths: typed(months),
                      intervalKm: typed(km),
                    }}
                  />
                </Card>
              </li>
            ))}
          </ul>
        </section>
      </FormTexts>
    </ReminderFormTexts>
  );
}
