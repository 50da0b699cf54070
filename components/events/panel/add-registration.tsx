import { getLocale, getTranslations } from "next-intl/server";
import { CommandForm } from "@/components/ui/command-form";
import { Checkbox } from "@/components/ui/checkbox";
import { controlClass } from "@/components/ui/input";
import { LabelledInput } from "@/components/ui/labelled-input";
import { addRegistrationAction } from "@/lib/events/panel/actions";
import { Line, LongLine } from "./form-lines";

type Props = { eventId: string; requestId: string; types: readonly { id: string; name: string }[] };

/** Registers somebody by hand: without the dates and the approval of the public form, never beyond the places. */
export async function AddRegistration({ eventId, requestId, types }: Props) {
  const t = await getTranslations("events/panel");
  return (
    <details className="rounded-xl border border-line bg-surface p-4">
      <summary className="min-h-11 cursor-pointer content-center font-display text-xl">{t("add.title")}</summary>
      <CommandForm
        key={requestId}
        action={addRegistrationAction}
        hidden={{ event: eventId, requestId, locale: await getLocale() }}
        label={t("add.run")}
        className="mt-3"
      >
        <div className="grid gap-3 sm:grid-cols-2">
          <label className="grid gap-1 text-sm">
            <span className="text-muted">{t("filter.type")}</span>
            <select name="type" required className={controlClass}>
              {types.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <Line name="fullName" label={t("field.full_name")} max={120} required />
          <Line name="email" label={t("field.email")} type="email" max={254} required />
          <Line name="phone" label={t("field.phone")} type="tel" max={30} />
          <Line name="town" label={t("field.town")} max={120} />
          <Line name="club" label={t("field.club")} max={160} />
          <Line name="company" label={t("field.company")} max={160} />
          <LongLine name="companions" label={t("field.companions")} />
        </div>
        <fieldset className="grid gap-3 sm:grid-cols-4">
          <legend className="mb-1 font-semibold">{t("add.vehicle")}</legend>
          <Line name="make" label={t("vehicle.make")} max={60} />
          <Line name="model" label={t("vehicle.model")} max={80} />
          <LabelledInput label={t("vehicle.year")} name="year" type="number" min={1880} max={2100} />
          <Line name="plate" label={t("vehicle.plate")} max={10} />
        </fieldset>
        <label className="flex min-h-11 items-center gap-3">
          <Checkbox name="isFree" /> {t("add.free")}
        </label>
      </CommandForm>
    </details>
  );
}
