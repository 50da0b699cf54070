"use client";

import { useEffect, useRef, useState } from "react";
import { QUESTION_EVENT, type Question } from "../../ui/ask";

export type QuestionTexts = { confirm: string; cancel: string };

/** The dialog of `ask`; questions that come while one is open wait for it. */
export function QuestionHost({ confirm, cancel }: QuestionTexts) {
  const [questions, setQuestions] = useState<readonly Question[]>([]);
  const dialog = useRef<HTMLDialogElement>(null);
  const yes = useRef<HTMLButtonElement>(null);
  const [question] = questions;
  useEffect(() => {
    const add = (event: Event) => setQuestions((open) => [...open, (event as CustomEvent<Question>).detail]);
    window.addEventListener(QUESTION_EVENT, add);
    return () => window.removeEventListener(QUESTION_EVENT, add);
  }, []);
  useEffect(() => {
    if (!question) return;
    dialog.current?.showModal();
    // Enter confirms, as in the dialog of a browser; `showModal` moves the focus to the first button.
    yes.current?.focus();
  }, [question]);
  if (!question) return null;
  const close = (isYes: boolean) => {
    // Answered first, because closing answers no; the focus goes back before what the answer starts.
    question.answer(isYes);
    dialog.current?.close();
    setQuestions((open) => open.filter((one) => one !== question));
  };
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      aria-labelledby="question-text"
      data-question
      onCancel={(event) => {
        event.preventDefault();
        close(false);
      }}
      // A browser may close the dialog without asking; the event of an answered question may come after the next opened.
      onClose={({ currentTarget }) => void (!currentTarget.open && close(false))}
      className="m-auto w-[min(28rem,92vw)] rounded-2xl border-2 border-line bg-surface p-6 text-text backdrop:bg-black/60"
    >
      <p id="question-text" className="text-lg whitespace-pre-line wrap-anywhere">
        {question.text}
      </p>
      <div className="mt-5 flex flex-wrap justify-end gap-3">
        <button
          type="button"
          onClick={() => close(false)}
          className="h-12 rounded-lg border-2 border-line px-5 font-semibold hover:bg-raised"
        >
          {cancel}
        </button>
        <button
          ref={yes}
          type="button"
          onClick={() => close(true)}
          className="h-12 rounded-lg bg-primary px-5 font-semibold text-primary-ink"
        >
          {confirm}
        </button>
      </div>
    </dialog>
  );
}
