"use client";

import { Plus } from "lucide";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { ActionForm } from "@/components/form/action-form";
import { SubmitButton } from "@/components/form/submit-button";
import { TextField } from "@/components/form/text-field";
import { useHydrated } from "@/components/form/use-hydrated";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { localePath, type Locale } from "@/lib/platform/i18n/routing";
import { addVehicleAction } from "@/lib/garage/vehicles/actions";
import { vehiclePath } from "@/lib/garage/vehicles/rules";
import { RowNotices, useRowForm } from "./row-form";
import { NicknameField, VehicleFields } from "./vehicle-fields";
import { useVehicleTexts } from "./vehicle-texts";

type Props = { locale: Locale };

/** A button that opens the form for a new car. */
export function AddVehicle(props: Props) {
  const texts = useVehicleTexts();
  const [isOpen, setOpen] = useState(false);
  const hydrated = useHydrated();
  if (isOpen) return <AddForm {...props} onCancel={() => setOpen(false)} />;
  return (
    <Button variant="faixa" className="w-full sm:w-fit" disabled={!hydrated} onClick={() => setOpen(true)}>
      <Icon of={Plus} />
      {texts.garage.add}
    </Button>
  );
}

function AddForm({ locale, onCancel }: Props & { onCancel: () => void }) {
  const texts = useVehicleTexts();
  const router = useRouter();
  // Made here, so that a form that is sent twice stores one car.
  const [ids] = useState(() => ({ id: crypto.randomUUID(), entry: crypto.randomUUID() }));
  const form = useRowForm(addVehicleAction, null, () => {
    router.push(localePath(locale, vehiclePath(ids.id)));
    router.refresh();
  });
  return (
    <ActionForm
      submit={form.submit}
      pending={form.isPending}
      errors={form.errors}
      hidden={ids}
      className="rounded-2xl border-2 border-line bg-surface p-5"
    >
      <h2 className="text-2xl">{texts.garage.add}</h2>
      <NicknameField />
      <TextField
        name="reading_km"
        label={texts.form.reading_km}
        optional={texts.form.optional}
        inputMode="decimal"
        maxLength={12}
      />
      <details className="rounded-xl border-2 border-line px-4 py-2">
        <summary className="min-h-11 cursor-pointer content-center font-semibold">{texts.form.more}</summary>
        <div className="py-3">
          <VehicleFields locale={locale} />
        </div>
      </details>
      <RowNotices form={form} labels={texts.form} limit={texts.garage.limit} onReload={() => router.refresh()} />
      <div className="flex flex-wrap gap-2">
        <SubmitButton label={texts.form.add} pendingLabel={texts.form.pending} pending={form.isPending} />
        <Button variant="outline" onClick={onCancel}>
          {texts.form.cancel}
        </Button>
      </div>
    </ActionForm>
  );
}
