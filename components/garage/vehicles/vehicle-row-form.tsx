"use client";

import { useRouter } from "next/navigation";
import { useState, type ComponentProps, type ReactNode } from "react";
import { ActionForm } from "@/components/form/action-form";
import { SubmitButton } from "@/components/form/submit-button";
import { Button } from "@/components/ui/button";
import { RowNotices, useRowForm } from "./row-form";
import { useRowTexts } from "./row-texts";

type Props = Pick<ComponentProps<typeof RowNotices>, "labels" | "options"> & {
  action: Parameters<typeof useRowForm>[0];
  vehicle: string;
  /** Null for a new row. */
  row: { id: string; values: object } | null;
  onClose: () => void;
  children: ReactNode;
};

/** The form of a new or existing row of a car, for example a part; it closes when the row is saved. */
export function VehicleRowForm({ action, vehicle, row, labels, options, onClose, children }: Props) {
  const texts = useRowTexts();
  const router = useRouter();
  const [id] = useState(() => row?.id ?? crypto.randomUUID());
  const form = useRowForm(action, row && { ...row.values }, () => {
    router.refresh();
    onClose();
  });
  return (
    <ActionForm
      submit={form.submit}
      pending={form.isPending}
      errors={form.errors}
      hidden={{ id, vehicle }}
      className="rounded-xl border-2 border-line bg-surface p-4"
    >
      {children}
      <RowNotices form={form} labels={labels} options={options} onReload={onClose} />
      <div className="flex flex-wrap gap-2">
        <SubmitButton label={texts.save} pendingLabel={texts.pending} pending={form.isPending} />
        <Button variant="outline" onClick={onClose}>
          {texts.cancel}
        </Button>
      </div>
    </ActionForm>
  );
}
