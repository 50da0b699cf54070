"use client";

import { useRouter } from "next/navigation";
import { SelectField } from "@/components/form/select-field";
import { SubmitButton } from "@/components/form/submit-button";
import { notify } from "@/components/ui/notify";
import { changeVehicleAction } from "@/lib/garage/vehicles/actions";
import { RowEditor, RowNotices, useRowForm } from "./row-form";
import { optionsOf } from "./field-values";
import { NicknameField, VehicleFields, type VehicleValues } from "./vehicle-fields";
import { useVehicleTexts } from "./vehicle-texts";
import { VEHICLE_STATUSES } from "@/lib/platform/supabase/database-constants/garage";

type Props = {
  id: string;
  values: VehicleValues & { status: string };
  locale: string;
};

/** Changes what is known about a car. */
export function EditVehicle({ id, values, locale }: Props) {
  const texts = useVehicleTexts();
  const router = useRouter();
  const form = useRowForm(changeVehicleAction, values, () => {
    notify({ code: "vehicle.saved", values: { title: values.nickname }, variant: "success" });
    router.refresh();
  });
  const options = { ...texts.body, ...texts.cooling, ...texts.fuelSystem, ...texts.fuel, ...texts.status };
  return (
    <RowEditor form={form} id={id}>
      <NicknameField values={values} />
      <SelectField
        name="status"
        label={texts.form.status}
        options={optionsOf(VEHICLE_STATUSES, texts.status)}
        defaultValue={values.status}
      />
      <VehicleFields locale={locale} values={values} />
      <RowNotices form={form} labels={texts.form} options={options} onReload={() => location.reload()} />
      <SubmitButton label={texts.form.save} pendingLabel={texts.form.pending} pending={form.isPending} />
    </RowEditor>
  );
}
