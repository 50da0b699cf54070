import { useEffect, useRef, useState, useTransition } from "react";
import { MIN_SECONDS } from "@/lib/platform/public-forms/rules";
import type { FormErrors } from "./action-form";
import { notifyFailure } from "./notify-failure";

type Answer<Data> = { data?: Data; serverError?: string; validationErrors?: FormErrors };

/** More than any field accepts, but small enough to send: longer input is refused in the browser. */
const MAX_CHARACTERS = 20_000;

function tooLong(form: FormData): FormErrors | null {
  const long = [...form].filter(([, value]) => typeof value === "string" && value.length > MAX_CHARACTERS);
  return long.length > 0 ? { fieldErrors: Object.fromEntries(long.map(([name]) => [name, ["tooLong"]])) } : null;
}

/** Sends a form to its action, with the seconds it was open, and keeps the result. */
export function useRequest<Data>(action: (form: FormData) => Promise<Answer<Data>>) {
  const [isPending, start] = useTransition();
  const [answer, setAnswer] = useState<Answer<Data>>({});
  const opened = useRef(0);
  useEffect(() => {
    opened.current = Date.now();
  }, []);
  const send = (form: FormData) =>
    start(async () => {
      const long = tooLong(form);
      // The server refuses a form that was sent faster than a person can fill it in, so this waits.
      if (form.has("homepage"))
        await new Promise((resume) => setTimeout(resume, opened.current + MIN_SECONDS * 1000 - Date.now()));
      form.set("seconds", String(Math.round((Date.now() - opened.current) / 1000)));
      try {
        const result = long ? { validationErrors: long } : await action(form);
        notifyFailure(result);
        start(() => setAnswer(result));
      } catch (error) {
        notifyFailure({ thrownError: error as Error });
        start(() => setAnswer({}));
      }
    });
  return { send, isPending, data: answer.data, errors: answer.validationErrors, clear: () => setAnswer({}) };
}
