"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { shortCode } from "@/lib/partners/desk/schema";
import { useDeskTexts } from "./desk-texts";
import type { TypedProblem } from "./use-redeem";

type CodeFormProps = {
  isChecking: boolean;
  onCode: (code: string) => Promise<TypedProblem>;
};

/** A short code that is typed where no QR code can be read; it has no signature, so the server checks it. */
export function CodeForm({ isChecking, onCode }: CodeFormProps) {
  const texts = useDeskTexts().typed;
  const [problem, setProblem] = useState<TypedProblem>(null);
  const check = async (form: HTMLFormElement) => {
    const code = shortCode.safeParse(new FormData(form).get("code"));
    setProblem(code.success ? await onCode(code.data) : "wrong");
    if (code.success) form.reset();
  };
  return (
    <form
      method="post"
      className="grid gap-2 rounded-xl border border-line bg-surface p-3"
      onSubmit={(event) => {
        event.preventDefault();
        void check(event.currentTarget);
      }}
    >
      <label className="grid gap-1 font-semibold">
        {texts.label}
        <Input
          name="code"
          required
          maxLength={12}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          aria-describedby="voucher-code-hint"
          className="font-sans text-xl font-normal uppercase"
        />
      </label>
      <p id="voucher-code-hint" className="text-muted">
        {texts.hint}
      </p>
      <Button type="submit" disabled={isChecking} className="w-fit">
        {texts.check}
      </Button>
      {problem && (
        <p role="alert" className="text-danger">
          {texts[problem]}
        </p>
      )}
    </form>
  );
}
