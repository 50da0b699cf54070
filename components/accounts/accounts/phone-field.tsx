"use client";

import { useRef } from "react";
import { Field, type FieldBasics } from "@/components/form/field";
import { Input } from "@/components/ui/input";
import { maskPhone } from "@/lib/accounts/accounts/rules";

/** A phone number, formatted the Brazilian way while it is typed; edits in the middle are not reformatted. */
export function PhoneField({ autoComplete = "tel", ...field }: FieldBasics & { autoComplete?: "tel" | "username" }) {
  const input = useRef<HTMLInputElement>(null);
  const mask = () => {
    const { current: typed } = input;
    if (typed && typed.selectionStart === typed.value.length) typed.value = maskPhone(typed.value);
  };
  return (
    <Field {...field}>
      {(control) => (
        <Input
          {...control}
          ref={input}
          type="tel"
          inputMode="tel"
          autoComplete={autoComplete}
          maxLength={30}
          required
          onInput={mask}
        />
      )}
    </Field>
  );
}
