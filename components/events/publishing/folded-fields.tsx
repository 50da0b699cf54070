"use client";

import { useState, type ReactNode } from "react";
import { useFormState } from "@/components/form/form-context";

type Props = {
  /** Beginning of the names of the fields. */
  prefix: string;
  title: string;
  /** Names after the prefix, when other fields begin with it too. */
  fields?: readonly string[];
  children: ReactNode;
};

/** Fields behind a line that opens them; an error in one of them opens them too, so that it can be read. */
export function FoldedFields({ prefix, title, fields, children }: Props) {
  const { errors } = useFormState();
  const [isOpen, setOpen] = useState(false);
  const isWrong = Object.entries(errors).some(([name, code]) => {
    if (!code || !(name === prefix || name.startsWith(`${prefix}.`))) return false;
    return !fields || fields.includes(name.slice(prefix.length + 1));
  });
  const [wasWrong, setWasWrong] = useState(isWrong);
  if (isWrong !== wasWrong) {
    setWasWrong(isWrong);
    if (isWrong) setOpen(true);
  }
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="rounded-xl border-2 border-line px-4"
    >
      <summary className="min-h-11 cursor-pointer content-center font-semibold">{title}</summary>
      <div className="grid gap-4 pb-4 pt-2">{children}</div>
    </details>
  );
}
