"use client";

import { useRouter } from "next/navigation";
import type { Messages } from "next-intl";
import { useState, useTransition } from "react";
import { ActionForm, type FormErrors } from "@/components/form/action-form";
import { CheckboxField } from "@/components/form/checkbox-field";
import { SubmitButton } from "@/components/form/submit-button";
import { TextField } from "@/components/form/text-field";
import { createTexts } from "@/components/ui/texts";
import { drawPng, type Drawing } from "./drawing";
import { SignatureField } from "./signature-field";

type Texts = Messages["commerce/sales"]["signing"];
const { Provider: SigningTexts, useTexts: useSigningTexts } = createTexts<Texts>("SigningTexts");
type Problem = keyof Texts["problem"];
type Answer = { code: string; fieldErrors?: FormErrors["fieldErrors"] };
type SigningMethod = "drawn" | "typed";

const BY_CODE: Partial<Record<string, Problem>> = {
  nothing_to_sign: "closed",
  signed_before: "closed",
  closed: "closed",
  missing: "closed",
  sale_missing: "closed",
  period_over: "over",
  shares_taken: "taken",
  "rate.limited": "limited",
  "input.invalid": "fields",
};

async function send(endpoint: string, form: FormData): Promise<Answer | "offline"> {
  try {
    const answer = await fetch(endpoint, { method: "POST", body: form });
    const body = (await answer.json().catch(() => ({ code: "unavailable" }))) as Answer;
    return answer.ok ? { code: "signed" } : body;
  } catch {
    return "offline";
  }
}

type MethodProps = { method: SigningMethod; onChange: (method: SigningMethod) => void };

function MethodChoice({ method, onChange }: MethodProps) {
  const texts = useSigningTexts();
  return (
    <fieldset className="flex flex-wrap gap-3">
      <legend className="mb-1.5 font-semibold">{texts.method}</legend>
      {(["drawn", "typed"] as const).map((one) => (
        <label
          key={one}
          className="flex min-h-11 cursor-pointer items-center gap-2 rounded-xl border-2 border-line px-4 hover:bg-raised has-checked:border-faixa has-focus-visible:outline-2 has-focus-visible:outline-faixa"
        >
          <input
            type="radio"
            checked={method === one}
            onChange={() => onChange(one)}
            className="size-5 accent-primary"
          />
          {texts[one]}
        </label>
      ))}
    </fieldset>
  );
}

type SignContractProps = {
  token: string;
  contact: string;
  texts: Texts;
  endpoint?: string;
  /** Of the names of the fields, which are the columns of the signed record. */
  prefix?: string;
  /** Label of the field for the CPF or CNPJ, for a sale without one. */
  documentLabel?: string;
};

/** Signature form on the client's own device, by drawing or with the typed name; a failure keeps all input. */
export function SignContract({
  token,
  contact,
  texts,
  endpoint = "/api/contract-signatures",
  prefix = "client_",
  documentLabel,
}: SignContractProps) {
  const router = useRouter();
  const [method, setMethod] = useState<SigningMethod>("drawn");
  const [drawing, setDrawing] = useState<Drawing | null>(null);
  const [errors, setErrors] = useState<FormErrors>();
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isPending, start] = useTransition();
  const submit = (form: FormData) =>
    start(async () => {
      setErrors(undefined);
      setProblem(null);
      if (form.get("accepts_terms") !== "on") return setErrors({ fieldErrors: { accepts_terms: ["termsMissing"] } });
      if (method === "drawn" && !drawing) return setProblem("undrawn");
      form.set("token", token);
      if (method === "drawn" && drawing) form.set(`${prefix}signature`, await drawPng(drawing), "client.png");
      const answer = await send(endpoint, form);
      if (answer === "offline") return setProblem("offline");
      if (answer.code === "signed") return router.refresh();
      setErrors(answer.fieldErrors && { fieldErrors: answer.fieldErrors });
      setProblem(BY_CODE[answer.code] ?? "unavailable");
      if (BY_CODE[answer.code] === "closed") router.refresh();
    });
  return (
    <SigningTexts value={texts}>
      <ActionForm
        submit={submit}
        pending={isPending}
        errors={errors}
        texts={texts.validation}
        className="gap-5 border-t-2 border-line pt-5"
      >
        <TextField
          name={`${prefix}signed_name`}
          label={texts.name}
          defaultValue={contact}
          maxLength={120}
          autoComplete="name"
          hint={texts.nameHint}
        />
        {documentLabel && (
          <TextField name={`${prefix}document`} label={documentLabel} maxLength={20} autoComplete="off" />
        )}
        <MethodChoice method={method} onChange={setMethod} />
        {method === "drawn" ? (
          <SignatureField
            label={texts.signature}
            hint={texts.signHere}
            clear={texts.clear}
            initial={drawing}
            onChange={setDrawing}
          />
        ) : (
          <p className="text-muted">{texts.typedNote}</p>
        )}
        <CheckboxField name="accepts_terms" label={texts.agree} />
        <div aria-live="polite">
          {problem && <p className="rounded-xl border-2 border-danger p-4 font-semibold">{texts.problem[problem]}</p>}
        </div>
        <p className="text-sm text-muted">{texts.record}</p>
        <SubmitButton
          label={texts.submit}
          pendingLabel={texts.sending}
          pending={isPending}
          variant="faixa"
          className="h-14 px-8 text-xl max-sm:w-full"
        />
      </ActionForm>
    </SigningTexts>
  );
}
