import { useRef, useState, type SubmitEvent } from "react";
import { Button } from "@/components/ui/button";
import { controlClass } from "@/components/ui/input";
import { brazilianDay } from "@/lib/platform/dates";
import type { DeviceChecklist } from "@/lib/garage/checklists/device/rules";
import type { Locale } from "@/lib/platform/i18n/routing";
import { textOf, typedKm } from "@/lib/garage/checklists/rules";
import { isReadingConfirmed } from "../entries/ask-reading";
import { oddOnDevice } from "../entries/odd-on-device";
import { useReadingTexts } from "@/components/garage/entries/reading-texts";
import { fill } from "../../ui/fill";
import type { Checklist } from "./use-checklist";
import { useChecklistTexts } from "./checklist-texts";

type Props = {
  checklist: Checklist;
  device: DeviceChecklist;
  pending: number;
  locale: Locale;
};

/** Signs a checklist with date and kilometres. */
export function FinishForm({ checklist, device, pending, locale }: Props) {
  const readings = useReadingTexts();
  const { run } = useChecklistTexts();
  const [error, setError] = useState<{ on?: string; km?: string }>({});
  const isBusy = useRef(false);
  const [today] = useState(() => brazilianDay(Date.now()));
  const finish = async (on: string, km: number | null) => {
    const doubt = km === null ? null : await oddOnDevice(device.list.vehicle_id, { on_date: on, km }, today);
    if (!(await isReadingConfirmed(readings, locale, doubt))) return;
    await checklist.change((now) => ({ ...now, refusal: null, finish: { entry: crypto.randomUUID(), on, km } }));
  };
  const sign = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const [on, typed] = [textOf(form, "on"), textOf(form, "km")];
    const km = typedKm(typed);
    const wrong = {
      ...((!on || on > today || on < "1900-01-01") && { on: run.dateInvalid }),
      ...(typed.trim() && km === null && { km: run.kmInvalid }),
    };
    setError(wrong);
    if (Object.keys(wrong).length > 0 || isBusy.current) return;
    isBusy.current = true;
    void finish(on, km).finally(() => (isBusy.current = false));
  };
  return (
    <form
      onSubmit={sign}
      noValidate
      className="grid gap-4 rounded-2xl border-2 border-line bg-surface p-4 print:hidden"
    >
      <h2 className="text-2xl">{run.finishTitle}</h2>
      <p className="text-muted">{run.finishLead}</p>
      {pending > 0 && <p className="font-semibold">{fill(run.pendingLeft, { count: pending })}</p>}
      <label className="grid gap-1 font-semibold">
        {run.date}
        <input
          name="on"
          type="date"
          max={today}
          defaultValue={today}
          aria-invalid={!!error.on}
          className={`${controlClass} h-14`}
        />
        {error.on && (
          <span role="alert" className="text-danger">
            {error.on}
          </span>
        )}
      </label>
      <label className="grid gap-1 font-semibold">
        {run.km}
        <input name="km" inputMode="decimal" aria-invalid={!!error.km} className={`${controlClass} h-14`} />
        <span className="text-sm font-normal text-muted">
          {run.kmHint} {run.kmBroken}
        </span>
        {error.km && (
          <span role="alert" className="text-danger">
            {error.km}
          </span>
        )}
      </label>
      <Button type="submit" className="h-auto min-h-14 text-xl" disabled={device.conflicts.length > 0}>
        {run.sign}
      </Button>
    </form>
  );
}
