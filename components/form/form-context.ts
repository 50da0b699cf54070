"use client";

import { createContext, useContext } from "react";

type FormState = {
  /** Code of the first error of each field. */
  errors: Record<string, string | undefined>;
  /** Text of every code. */
  texts: Record<string, string>;
  busy: boolean;
};

export const FormContext = createContext<FormState>({ errors: {}, texts: {}, busy: false });

export function useFormState(): FormState {
  return useContext(FormContext);
}

/** The text of a field's error, or undefined when the field is valid. */
export function useFieldError(name: string): string | undefined {
  const { errors, texts } = useFormState();
  const code = errors[name];
  return code && (texts[code] ?? code);
}
