"use client";

import type { Messages } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { ActionForm } from "@/components/form/action-form";
import { SelectField } from "@/components/form/select-field";
import { SubmitButton } from "@/components/form/submit-button";
import { TextField } from "@/components/form/text-field";
import { Button } from "@/components/ui/button";
import { saveDocumentAction } from "@/lib/garage/vehicles/documents/actions";
import { DOCUMENT_KINDS } from "@/lib/garage/vehicles/documents/rules";
import { RowNotices, useRowForm } from "./row-form";
import { optionsOf } from "./vehicle-fields";

export type DocumentValues = { kind: string; number: string; expires_on: string | null };
type Props = {
  vehicle: string;
  /** Null for a new document. */
  document: ({ id: string } & DocumentValues) | null;
  texts: Messages["garage/vehicles"];
  validation: Record<string, string>;
  onClose: () => void;
};

/** Kind, number and expiry of a document. */
export function DocumentForm({ vehicle, document, texts, validation, onClose }: Props) {
  const router = useRouter();
  const words = texts.documents;
  const [id] = useState(() => document?.id ?? crypto.randomUUID());
  const seen = document && { kind: document.kind, number: document.number, expires_on: document.expires_on };
  const form = useRowForm(saveDocumentAction, seen, () => {
    router.refresh();
    onClose();
  });
  return (
    <ActionForm
      submit={form.submit}
      pending={form.isPending}
      errors={form.errors}
      texts={validation}
      hidden={{ id, vehicle }}
      className="rounded-xl border-2 border-line bg-surface p-4"
    >
      <SelectField
        name="kind"
        label={words.kind}
        options={optionsOf(DOCUMENT_KINDS, words.kinds)}
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
      <RowNotices form={form} texts={texts.form} labels={labelsOf(words)} options={words.kinds} onReload={onClose} />
      <div className="flex flex-wrap gap-2">
        <SubmitButton label={texts.form.save} pendingLabel={texts.form.pending} pending={form.isPending} />
        <Button variant="outline" onClick={onClose}>
          {texts.form.cancel}
        </Button>
      </div>
    </ActionForm>
  );
}

const labelsOf = ({ kind, number, expires_on }: Messages["garage/vehicles"]["documents"]) => ({
  kind,
  number,
  expires_on,
});
