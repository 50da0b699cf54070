"use client";

import { useRouter } from "next/navigation";
import { SelectField } from "@/components/form/select-field";
import { SubmitButton } from "@/components/form/submit-button";
import { TextField } from "@/components/form/text-field";
import { notify } from "@/components/ui/notify";
import { saveIdentityAction } from "@/lib/garage/vehicles/actions";
import { CVCOL_CLASSES, formatPlate, PLATE_KINDS } from "@/lib/garage/vehicles/rules";
import { RowEditor, RowNotices, useRowForm } from "./row-form";
import { optionsOf, typedNumber } from "./field-values";
import { useVehicleTexts } from "./vehicle-texts";

type IdentityValues = {
  plate: string;
  plate_kind: string;
  chassis: string;
  cvcol_number: string;
  cvcol_class: string | null;
  cvcol_points: number | null;
  cvcol_club: string;
  cvcol_expires_on: string | null;
};
type Props = {
  id: string;
  name: string;
  values: IdentityValues;
};

/** Plate, chassis and certificate of originality, which only the owner sees. */
export function IdentityForm({ id, name, values }: Props) {
  const texts = useVehicleTexts();
  const router = useRouter();
  const { identity: words, form: common } = texts;
  const form = useRowForm(saveIdentityAction, values, () => {
    notify({ code: "vehicle.saved", values: { title: name }, variant: "success" });
    router.refresh();
  });
  const line = (field: "chassis" | "cvcol_number" | "cvcol_club", max: number) => (
    <TextField
      name={field}
      label={words[field]}
      optional={common.optional}
      autoComplete="off"
      defaultValue={values[field]}
      maxLength={max}
    />
  );
  return (
    <RowEditor form={form} id={id}>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          name="plate"
          label={words.plate}
          hint={words.plateHint}
          optional={common.optional}
          autoComplete="off"
          defaultValue={formatPlate(values.plate)}
          maxLength={12}
        />
        <SelectField
          name="plate_kind"
          label={words.plate_kind}
          options={optionsOf(PLATE_KINDS, words)}
          defaultValue={values.plate_kind}
        />
        {line("chassis", 30)}
        {line("cvcol_number", 40)}
        <SelectField
          name="cvcol_class"
          label={words.cvcol_class}
          options={optionsOf(CVCOL_CLASSES, words, common.none)}
          defaultValue={values.cvcol_class ?? ""}
        />
        <TextField
          name="cvcol_points"
          label={words.cvcol_points}
          optional={common.optional}
          inputMode="numeric"
          defaultValue={typedNumber(values.cvcol_points, "pt-BR")}
          maxLength={3}
        />
        {line("cvcol_club", 120)}
        <TextField
          name="cvcol_expires_on"
          type="date"
          label={words.cvcol_expires_on}
          optional={common.optional}
          defaultValue={values.cvcol_expires_on ?? ""}
        />
      </div>
      <RowNotices form={form} labels={words} options={words} onReload={() => location.reload()} />
      <SubmitButton label={common.save} pendingLabel={common.pending} pending={form.isPending} />
    </RowEditor>
  );
}
