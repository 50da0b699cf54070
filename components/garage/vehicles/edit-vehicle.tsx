"use client";

import type { Messages } from "next-intl";
import { useRouter } from "next/navigation";
import { SelectField } from "@/components/form/select-field";
import { SubmitButton } from "@/components/form/submit-button";
import { notify } from "@/components/ui/notify";
import { changeVehicleAction } from "@/lib/garage/vehicles/actions";
import { VEHICLE_STATUSES } from "@/lib/garage/vehicles/rules";
import { RowEditor, RowNotices, useRowForm } from "./row-form";
import { NicknameField, optionsOf, VehicleFields, type VehicleValues } from "./vehicle-fields";

type Props = {
  id: string;
  values: VehicleValues & { status: string };
  texts: Messages["garage/vehicles"];
  validation: Record<string, string>;
  locale: string;
};

/** Changes what is known about a car. */
export function EditVehicle({ id, values, texts, validation, locale }: Props) {
  const router = useRouter();
  const form = useRowForm(changeVehicleAction, values, () => {
    notify({ code: "vehicle.saved", values: { title: values.nickname }, variant: "success" });
    router.refresh();
  });
  const options = { ...texts.body, ...texts.cooling, ...texts.fuelSystem, ...texts.fuel, ...texts.status };
  return (
    <RowEditor form={form} id={id} validation={validation}>
      <NicknameField texts={texts} values={values} />
      <SelectField
        name="status"
        label={texts.form.status}
        options={optionsOf(VEHICLE_STATUSES, texts.status)}
        defaultValue={values.status}
      />
      <VehicleFields texts={texts} locale={locale} values={values} />
      <RowNotices
        form={form}
        texts={texts.form}
        labels={texts.form}
        options={options}
        onReload={() => location.reload()}
      />
      <SubmitButton label={texts.form.save} pendingLabel={texts.form.pending} pending={form.isPending} />
    </RowEditor>
  );
}
