"use client";

import { SelectField } from "@/components/form/select-field";
import { TextField } from "@/components/form/text-field";
import { saveDocumentAction } from "@/lib/garage/vehicles/documents/actions";
import { optionsOf } from "./field-values";
import { VehicleRowForm } from "./vehicle-row-form";
import { useVehicleTexts } from "./vehicle-texts";
import { VEHICLE_DOCUMENT_KINDS } from "@/lib/platform/supabase/database-constants/garage";

export type DocumentValues = { kind: string; number: string; expires_on: string | null };
type Props = {
  vehicle: string;
  /** Null for a new document. */
  document: ({ id: string } & DocumentValues) | null;
  onClose: () => void;
};

/** Kind, number and expiry of a document. */
export function DocumentForm({ vehicle, document, onClose }: Props) {
  const texts = useVehicleTexts();
  const words = texts.documents;
  return (
    <VehicleRowForm
      action={saveDocumentAction}
      vehicle={vehicle}
      row={document && { id: document.id, values: valuesOf(document) }}
      labels={valuesOf(words)}
      options={words.kinds}
      onClose={onClose}
    >
      <SelectField
        name="kind"
        label={words.kind}
        options={optionsOf(VEHICLE_DOCUMENT_KINDS, words.kinds)}
        defaultValue={document?.kind}
      />
      <TextField
        name="number"
        label={words.number}
        optional={texts.form.optional}
        autoComplete="off"
        defaultValue={document?.number}
        maxLength={60}
      />
      <TextField
        name="expires_on"
        type="date"
        label={words.expires_on}
        optional={texts.form.optional}
        defaultValue={document?.expires_on ?? ""}
      />
    </VehicleRowForm>
  );
}

const valuesOf = <T,>({ kind, number, expires_on }: Record<"kind" | "number" | "expires_on", T>) => ({
  kind,
  number,
  expires_on,
});
