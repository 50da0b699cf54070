"use client";

import { Eye, EyeOff } from "lucide";
import { useState, type ReactNode } from "react";
import { Field } from "@/components/form/field";
import { Icon } from "@/components/ui/icon";
import { Input } from "@/components/ui/input";
import { passwordStrength } from "@/lib/accounts/accounts/rules";
import { useAccountTexts } from "./account-texts";

type PasswordFieldProps = {
  name: string;
  label: ReactNode;
  hint?: string;
  autoComplete: "current-password" | "new-password";
  /** Shows how strong the password is while it is typed. */
  rated?: boolean;
};

export function PasswordField({ name, label, hint, autoComplete, rated = false }: PasswordFieldProps) {
  const { form: texts } = useAccountTexts("form");
  const [shown, setShown] = useState(false);
  const [typed, setTyped] = useState("");
  const rating = rated && typed ? `${texts.strength.label}: ${texts.strength[passwordStrength(typed)]}` : hint;
  return (
    <Field name={name} label={label} hint={rating && <span aria-live="polite">{rating}</span>}>
      {(control) => (
        <div className="relative">
          <Input
            {...control}
            type={shown ? "text" : "password"}
            autoComplete={autoComplete}
            autoCapitalize="none"
            spellCheck={false}
            required
            className="pr-12"
            onChange={(event) => setTyped(event.target.value)}
          />
          <button
            type="button"
            aria-label={shown ? texts.hidePassword : texts.showPassword}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-lg text-muted hover:text-text"
          >
            <Icon of={shown ? EyeOff : Eye} className="size-5" />
          </button>
        </div>
      )}
    </Field>
  );
}
