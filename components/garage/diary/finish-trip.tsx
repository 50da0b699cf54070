"use client";

import { useRouter } from "next/navigation";
import { useId, useRef, useState, useTransition, type SubmitEvent } from "react";
import { notifyFailure } from "@/components/form/notify-failure";
import { useHydrated } from "@/components/form/use-hydrated";
import { ask } from "@/components/ui/ask";
import { notify } from "@/components/ui/notify";
import { Button } from "@/components/ui/button";
import { questionOf } from "@/components/garage/entries/odd-text";
import { deviceDay } from "@/lib/platform/dates";
import { setTripDoneAction } from "@/lib/travel/tracks/actions";
import { logTripAction } from "@/lib/garage/diary/actions";
import type { LogTripAnswer } from "@/lib/garage/diary/schema";
import { useLogTexts } from "@/components/garage/entries/log-texts";
import { FinishFields, type FinishFieldsProps } from "./finish-fields";
import { finishDoubts, readFinishForm, type FinishProblems } from "./finish-values";
import { useFinishTexts } from "./finish-texts";
import { outcomeKey } from "@/lib/platform/outcome";

type Props = Omit<FinishFieldsProps, "problems" | "today"> & {
  trip: string;
  /** Whether the trip was closed before without an entry in the log. */
  isDone: boolean;
};

const newIds = (trip: string) => ({
  trip,
  entry: crypto.randomUUID(),
  fuel: crypto.randomUUID(),
  toll: crypto.randomUUID(),
  other: crypto.randomUUID(),
});

type Problem = Exclude<ReturnType<typeof outcomeKey<LogTripAnswer>>, "saved" | "exists">;

/** Sends a finished trip once: a second click waits, and a second try has the same ids. */
function useFinish({ trip, proposed, cars, locale }: Props, onDone: () => void) {
  const entryTexts = useLogTexts();
  const router = useRouter();
  const ids = useRef<ReturnType<typeof newIds>>(null);
  const [problems, setProblems] = useState<FinishProblems>({});
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isPending, start] = useTransition();
  const isBusy = useRef(false);
  const run = (work: () => Promise<void>) => {
    if (isBusy.current) return;
    isBusy.current = true;
    start(async () => {
      try {
        await work();
      } catch (error) {
        notifyFailure({ thrownError: error as Error });
      } finally {
        isBusy.current = false;
      }
    });
  };
  const done = () => {
    ids.current = null;
    onDone();
    router.refresh();
  };
  const send = (form: HTMLFormElement) => {
    ids.current ??= newIds(trip);
    const read = readFinishForm(new FormData(form), { ids: ids.current, proposed, today: deviceDay() });
    setProblems(read.problems);
    setProblem(null);
    const first = Object.keys(read.problems)[0];
    if (first) return focusField(form, first);
    run(async () => {
      for (const doubt of finishDoubts(read.input, cars))
        if (!(await ask(questionOf(entryTexts, locale, doubt)))) return;
      const answer = await logTripAction(read.input);
      if (!answer.data) return notifyFailure(answer);
      const key = outcomeKey(answer.data);
      if (key !== "saved" && key !== "exists") return setProblem(key);
      notify({ code: key === "saved" ? "vehicle.tripLogged" : "vehicle.tripExists" });
      done();
    });
  };
  const close = () =>
    run(async () => {
      const answer = await setTripDoneAction({ id: trip, isDone: true });
      if (answer.serverError) return notifyFailure(answer);
      done();
    });
  return { send, close, problems, problem, isPending };
}

function focusField(form: HTMLFormElement, name: string): void {
  const field = form.elements.namedItem(name);
  if (!(field instanceof HTMLElement)) return;
  field.closest("details")?.setAttribute("open", "");
  field.focus();
}

/** Closes a trip and writes it into the log of a car; a trip that was closed before is only written. */
export function FinishTrip(props: Props) {
  const texts = useFinishTexts();
  const { isDone } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const isReady = useHydrated();
  const label = useId();
  // The form is rendered in the browser only: its day is that of the device.
  const [isOpen, setOpen] = useState(false);
  const finish = useFinish(props, () => {
    dialog.current?.close();
    setOpen(false);
  });
  const open = () => {
    setOpen(true);
    dialog.current?.showModal();
  };
  return (
    <>
      <Button variant="outline" aria-haspopup="dialog" disabled={!isReady || finish.isPending} onClick={open}>
        {isDone ? texts.logLater : texts.open}
      </Button>
      <dialog
        ref={dialog}
        aria-labelledby={label}
        className="m-auto max-h-[92dvh] w-[min(36rem,96vw)] overflow-y-auto rounded-2xl border-2 border-line bg-surface p-5 text-text"
      >
        <h2 id={label} className="text-2xl">
          {texts.title}
        </h2>
        <p className="mt-1 text-muted">{texts.lead}</p>
        {isOpen && <FinishForm {...props} finish={finish} onCancel={() => dialog.current?.close()} />}
      </dialog>
    </>
  );
}

type FormProps = Props & { finish: ReturnType<typeof useFinish>; onCancel: () => void };

function FinishForm({ finish, onCancel, ...props }: FormProps) {
  const texts = useFinishTexts();
  const { isDone } = props;
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    finish.send(event.currentTarget);
  };
  return (
    <form method="post" noValidate onSubmit={submit} className="mt-4 grid gap-4">
      <FinishFields {...props} today={deviceDay()} problems={finish.problems} />
      {finish.problem && (
        <p role="alert" className="font-semibold text-danger">
          {texts.problem[finish.problem]}
        </p>
      )}
      <div className="sticky bottom-0 flex flex-wrap gap-2 bg-surface py-3">
        <Button type="submit" variant="faixa" className="grow" disabled={finish.isPending}>
          {isDone ? texts.save : texts.closeAndSave}
        </Button>
        {!isDone && (
          <Button variant="outline" disabled={finish.isPending} onClick={finish.close}>
            {texts.closeOnly}
          </Button>
        )}
        <Button variant="outline" onClick={onCancel}>
          {texts.cancel}
        </Button>
      </div>
    </form>
  );
}
