"use client";

import { TextField } from "@/components/form/text-field";
import { FormPart } from "@/components/panel/requests/form-part";
import { FileField } from "./file-field";
import { useRegistrationTexts } from "./registration-texts";

type Props = { kinds: readonly string[] };

/** Documents that the organiser asks for; they are sent after the form. */
export function DocumentFields({ kinds }: Props) {
  const { form: texts, documentNames } = useRegistrationTexts();
  return (
    <FormPart title={texts.documents}>
      <p className="text-muted">{texts.documentsLead}</p>
      {kinds.map((kind) => (
        <div key={kind} className="grid gap-4 sm:grid-cols-[1fr_12rem]">
          <FileField name={`file.${kind}`} label={documentNames[kind as "other"] ?? documentNames.other} />
          <TextField name={`expires.${kind}`} label={texts.expires} optional={texts.optional} type="date" />
        </div>
      ))}
    </FormPart>
  );
}
