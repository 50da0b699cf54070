"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { ActionForm } from "@/components/form/action-form";
import { SubmitButton } from "@/components/form/submit-button";
import { TextAreaField } from "@/components/form/text-area-field";
import { TextField } from "@/components/form/text-field";
import { useFormAction } from "@/components/form/use-form-action";
import { notify } from "@/components/ui/notify";
import { Button } from "@/components/ui/button";
import { isReadingConfirmed } from "@/components/garage/entries/ask-reading";
import type { Locale } from "@/lib/platform/i18n/routing";
import { parseDecimal } from "@/lib/platform/typed-values";
import { textOf } from "@/lib/garage/checklists/rules";
import { checkLast } from "@/lib/garage/entries/rules";
import { replaceOdometerAction, setOdometerBrokenAction } from "@/lib/garage/vehicles/actions";
import { useReadingTexts } from "@/components/garage/entries/reading-texts";
import { useChange } from "./use-change";
import { typedNumber } from "./field-values";
import { useVehicleTexts } from "./vehicle-texts";
import { outcomeKey } from "@/lib/platform/outcome";

type Props = {
  vehicle: {
    id: string;
    nickname: string;
    odometer_state: string;
    odometer_km: number | null;
    odometer_offset_km: number;
  };
  /** Kilometres of the car as text. */
  km: string;
  today: string;
  locale: Locale;
};

/** Whether the odometer works, and what it shows after it was replaced. */
export function OdometerCard(props: Props) {
  const texts = useVehicleTexts();
  const { vehicle, km, locale } = props;
  const words = texts.odometer;
  const [isReplacing, setReplacing] = useState(false);
  const { isBusy, run } = useChange();
  const isBroken = vehicle.odometer_state === "broken";
  const state = isBroken ? "broken" : vehicle.odometer_state === "replaced" ? "replaced" : "ok";
  const offset = vehicle.odometer_offset_km;
  return (
    <div className="grid gap-3">
      <p className="font-semibold">{words.total.replace("{km}", km)}</p>
      <p role="status">{words[state]}</p>
      {offset > 0 && <p className="text-muted">{words.offset.replace("{km}", typedNumber(offset, locale))}</p>}
      {isReplacing ? (
        <ReplaceForm {...props} onClose={() => setReplacing(false)} />
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button
            variant="outline"
            className="h-auto min-h-11 whitespace-normal"
            disabled={isBusy}
            onClick={() => run(() => setOdometerBrokenAction({ id: vehicle.id, isBroken: !isBroken }))}
          >
            {isBroken ? words.setOk : words.setBroken}
          </Button>
          <Button
            variant="outline"
            className="h-auto min-h-11 whitespace-normal py-2"
            disabled={isBusy}
            onClick={() => setReplacing(true)}
          >
            {words.replace}
          </Button>
        </div>
      )}
    </div>
  );
}

function ReplaceForm({ vehicle, today, locale, onClose }: Props & { onClose: () => void }) {
  const readings = useReadingTexts();
  const texts = useVehicleTexts();
  const router = useRouter();
  const words = texts.odometer;
  // Made here, so that a form that is sent twice notes one reading.
  const [entry] = useState(() => crypto.randomUUID());
  const { execute, result, isPending } = useFormAction(replaceOdometerAction, ({ data }) => {
    if (data.outcome !== "saved") return;
    notify({ code: "vehicle.saved", values: { title: words.saved }, variant: "success" });
    router.refresh();
    onClose();
  });
  const key = result.data ? outcomeKey(result.data) : "saved";
  const submit = async (data: FormData) => {
    const [on_date, km] = [textOf(data, "on_date"), parseDecimal(textOf(data, "total_km"), 1)];
    const doubt = km == null ? null : checkLast({ on_date, km }, vehicle.odometer_km, today);
    // The server refuses a lower total.
    const needsDraft = doubt?.problem === "lower" || (await isReadingConfirmed(readings, locale, doubt));
    if (needsDraft) execute(data);
    return needsDraft;
  };
  return (
    <ActionForm
      submit={submit}
      pending={isPending}
      errors={result.validationErrors}
      hidden={{ id: vehicle.id, entry }}
      className="rounded-xl border-2 border-line p-4"
    >
      <h3 className="text-xl">{words.replaceTitle}</h3>
      <p>{words.replaceLead}</p>
      <TextField name="on_date" type="date" label={words.on_date} defaultValue={today} />
      <TextField
        name="total_km"
        label={words.total_km}
        hint={words.totalHint}
        inputMode="decimal"
        defaultValue={typedNumber(vehicle.odometer_km, locale)}
        maxLength={12}
      />
      <TextField name="reading_km" label={words.reading_km} inputMode="decimal" defaultValue="0" maxLength={12} />
      <TextAreaField name="remark" label={words.remark} optional={texts.form.optional} rows={2} />
      {key !== "saved" && (
        <p role="alert" className="font-semibold text-danger">
          {words.problems[key]}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <SubmitButton label={words.confirm} pendingLabel={texts.form.pending} pending={isPending} />
        <Button variant="outline" onClick={onClose}>
          {texts.form.cancel}
        </Button>
      </div>
    </ActionForm>
  );
}
