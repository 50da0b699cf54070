"use client";

import { useEffect, useRef, useState } from "react";
import { QUESTION_EVENT, type Question } from "./ask";

export type QuestionTexts = { confirm: string; cancel: string };

/** The dialog of `ask`; questions that come while one is open wait for it. */
export function QuestionHost({ confirm, cancel }: QuestionTexts) {
  const [questions, setQuestions] = useState<readonly Question[]>([]);
  const dialog = useRef<HTMLDialogElement>(null);
  const [question] = questions;
  useEffect(() => {
    const add = (event: Event) => setQuestions((open) => [...open, (event as CustomEvent<Question>).detail]);
    window.addEventListener(QUESTION_EVENT, add);
    return () => window.removeEventListener(QUESTION_EVENT, add);
  }, []);
  useEffect(() => {
    if (question) dialog.current?.showModal();
  }, [question]);
  if (!question) return null;
  const close = (isYes: boolean) => {
    // Closed first: the focus goes back to where it was before what the answer starts.
    dialog.current?.close();
    setQuestions((open) => open.slice(1));
    question.answer(isYes);
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
          type="button"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog asks one question
          autoFocus
          onClick={() => close(true)}
          className="h-12 rounded-lg bg-primary px-5 font-semibold text-primary-ink"
        >
          {confirm}
        </button>
      </div>
    </dialog>
  );
}
