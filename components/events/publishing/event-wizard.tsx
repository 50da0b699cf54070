"use client";

import { useEffect, useRef, useState } from "react";
import { ActionForm, type FormErrors } from "@/components/form/action-form";
import { SubmitButton } from "@/components/form/submit-button";
import { Button } from "@/components/ui/button";
import { ProgressBar } from "@/components/ui/progress-bar";
import { errorsIn, EVENT_STEPS, stepWithError, type EventStep } from "@/lib/events/publishing/rules";
import { draftName, saveEventDraft, valuesOf } from "./event-draft";
import { useEventTexts } from "./event-texts";
import type { StepProps } from "./form-props";
import { StaleQuestion } from "./stale-question";
import { StepFields } from "./step-fields";
import { StepLinks } from "./step-links";
import { useSaveEvent } from "./use-save-event";

const SAVE_AFTER_MS = 400;

const withStep = (path: string, step: EventStep) => `${path}${path.includes("?") ? "&" : "?"}etapa=${step}`;

/** Shows one step at a time; all steps stay in the form, so that going back loses nothing. */
export function EventWizard(props: StepProps) {
  const { initial, locale, link } = props;
  const texts = useEventTexts();
  const { id = "", expected_version = "", club_id = "", series = "" } = initial;
  const draft = draftName(initial, link);
  const [step, setStep] = useState<EventStep>(props.firstStep ?? "basics");
  const [missing, setMissing] = useState<FormErrors>();
  const [current, setCurrent] = useState(props.values);
  const [now] = useState(() => Date.now());
  const { save, isPending, errors, stop, stale } = useSaveEvent(
    draft,
    locale,
    link,
    props.next && withStep(props.next, step),
  );
  const heading = useRef<HTMLHeadingElement>(null);
  const form = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const place = EVENT_STEPS.indexOf(step);
  const isLast = place === EVENT_STEPS.length - 1;
  const answers = () => valuesOf(new FormData(form.current!.querySelector("form")!));

  const [shownErrors, setShownErrors] = useState(errors);
  if (errors !== shownErrors) {
    setShownErrors(errors);
    setStep(stepWithError(errors?.fieldErrors) ?? step);
  }
  useEffect(() => () => clearTimeout(timer.current), []);

  const keep = () => {
    if (!form.current) return;
    const values = answers();
    setCurrent(values);
    saveEventDraft(draft, values);
  };
  const go = (to: EventStep) => {
    keep();
    setStep(to);
    setMissing(undefined);
    requestAnimationFrame(() => heading.current?.focus());
  };
  const advance = () => {
    const lacking = errorsIn(step, answers());
    if (Object.keys(lacking).length > 0) setMissing({ fieldErrors: lacking });
    else go(EVENT_STEPS[place + 1]!);
  };
  // A link that is clicked right after typing opens another page: leaving the field stores the draft.
  const flush = () => {
    if (timer.current === undefined) return;
    clearTimeout(timer.current);
    timer.current = undefined;
    keep();
  };
  const change = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(flush, SAVE_AFTER_MS);
  };
  return (
    <div ref={form} onChange={change} onBlur={flush} className="rounded-2xl border-2 border-line bg-surface p-5 sm:p-6">
      <StepLinks step={step} onGo={go} />
      <ProgressBar value={place + 1} max={EVENT_STEPS.length} label={texts.form.progress} />
      <h2 ref={heading} tabIndex={-1} className="mb-4 mt-4 text-2xl outline-none">
        {texts.steps[step]}
      </h2>
      {stop && (
        <p role="alert" className="mb-4 rounded-xl border-2 border-danger p-4 font-semibold">
          {texts.stops[stop as keyof typeof texts.stops] ?? texts.stops.missing}
        </p>
      )}
      {stale && (
        <StaleQuestion stale={stale} draft={draft} locale={locale} link={link} busy={isPending} onSave={save} />
      )}
      <ActionForm
        submit={(sent) => {
          setMissing(undefined);
          save(sent);
        }}
        pending={isPending}
        errors={missing ?? errors}
        texts={texts.validation}
        hidden={{ id, expected_version, club_id, series, parts: "on" }}
      >
        {EVENT_STEPS.map((one) => (
          <div key={one} hidden={one !== step} className="grid gap-4 [&[hidden]]:hidden">
            <StepFields step={one} isShown={one === step} current={current} now={now} onKeep={keep} {...props} />
          </div>
        ))}
        <div className="flex flex-wrap gap-3 border-t-2 border-line pt-4">
          {place > 0 && (
            <Button variant="outline" onClick={() => go(EVENT_STEPS[place - 1]!)}>
              {texts.form.back}
            </Button>
          )}
          {!isLast && <Button onClick={advance}>{texts.form.forward}</Button>}
          {(isLast || id) && (
            <SubmitButton
              label={texts.form.save}
              pendingLabel={texts.form.saving}
              pending={isPending}
              variant={isLast ? "primary" : "outline"}
            />
          )}
        </div>
      </ActionForm>
    </div>
  );
}
