"use client";

import { useEffect, useRef, useState, type FormEvent } from "react";
import { ActionForm, type FormErrors } from "@/components/form/action-form";
import { HoneypotField } from "@/components/form/honeypot-field";
import { SubmitButton } from "@/components/form/submit-button";
import { Button } from "@/components/ui/button";
import { ProgressBar } from "@/components/ui/progress-bar";
import { PLACE_REQUEST_KINDS, type PlaceRequestKind } from "@/lib/panel/requests/rules";
import { draftOf, type Draft } from "./place-draft";
import type { PlaceFormProps } from "./place-form-props";
import { errorsIn, stepsOf, stepWithError, type PlaceStep } from "./place-steps";
import { PlaceStepFields } from "./place-step-fields";
import { usePlaceTexts } from "./place-texts";

type Props = PlaceFormProps & {
  draft: Draft;
  send: (form: FormData) => void;
  isPending: boolean;
  errors: FormErrors | undefined;
  onChange: (draft: Draft) => void;
};

const SAVE_AFTER_MS = 400;

/** Shows one step at a time; all steps stay in the form, so that going back loses nothing. */
export function PlaceWizard({ draft, send, isPending, errors, onChange, ...props }: Props) {
  const { state } = props;
  const texts = usePlaceTexts();
  const [kind, setKind] = useState<PlaceRequestKind>(PLACE_REQUEST_KINDS.find((one) => one === draft.kind) ?? "new");
  const [step, setStep] = useState<PlaceStep>(() => stepsOf(kind).find((one) => one === draft.step) ?? "what");
  const [missing, setMissing] = useState<FormErrors>();
  const heading = useRef<HTMLHeadingElement>(null);
  const form = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const steps = stepsOf(kind);
  const place = steps.indexOf(step);
  const answers = () => new FormData(form.current!.querySelector("form")!);

  useEffect(() => {
    const wrong = stepWithError(kind, errors?.fieldErrors);
    setMissing(undefined);
    if (wrong) setStep(wrong);
    // oxlint-disable-next-line react/exhaustive-deps -- only an answer of the server leads back, not another kind
  }, [errors]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const go = (to: PlaceStep) => {
    setStep(to);
    onChange({ ...draftOf(answers()), step: to });
    setMissing(undefined);
    requestAnimationFrame(() => heading.current?.focus());
  };
  const advance = () => {
    const lacking = errorsIn(step, kind, Object.fromEntries(answers()));
    if (Object.keys(lacking).length > 0) setMissing({ fieldErrors: lacking });
    else go(steps[place + 1]!);
  };
  const change = (event: FormEvent) => {
    const target = event.target as HTMLInputElement;
    if (target.name === "kind") setKind(PLACE_REQUEST_KINDS.find((one) => one === target.value)!);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => form.current && onChange({ ...draftOf(answers()), step }), SAVE_AFTER_MS);
  };
  return (
    <div ref={form} onChange={change} className="rounded-2xl border-2 border-line bg-surface p-5 sm:p-6">
      <p className="text-sm text-muted">
        {texts.place.step.replace("{step}", String(place + 1)).replace("{total}", String(steps.length))}
      </p>
      <ProgressBar value={place + 1} max={steps.length} label={texts.place.progress} />
      <h2 ref={heading} tabIndex={-1} className="mb-4 mt-2 text-2xl outline-none">
        {texts.place.steps[step]}
      </h2>
      <ActionForm
        submit={send}
        pending={isPending}
        errors={missing ?? errors}
        texts={texts.validation}
        hidden={{ state_abbr: state.abbr }}
      >
        {steps.map((one) => (
          <div key={one} hidden={one !== step} className="grid gap-4 [&[hidden]]:hidden">
            <PlaceStepFields step={one} kind={kind} draft={draft} {...props} />
          </div>
        ))}
        <HoneypotField label={texts.form.trap} />
        <div className="flex flex-wrap gap-3 border-t-2 border-line pt-4">
          {place > 0 && (
            <Button variant="outline" onClick={() => go(steps[place - 1]!)}>
              {texts.place.back}
            </Button>
          )}
          {place < steps.length - 1 ? (
            <Button onClick={advance}>{texts.place.forward}</Button>
          ) : (
            <SubmitButton label={texts.place.submit} pendingLabel={texts.form.pending} pending={isPending} />
          )}
        </div>
      </ActionForm>
    </div>
  );
}
