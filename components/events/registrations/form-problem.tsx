"use client";

import { useState, useTransition } from "react";
import { useHydrated } from "@/components/form/use-hydrated";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { localePath } from "@/lib/platform/i18n/routing";
import type { FormProps } from "./form-props";
import { useRegistrationTexts } from "./registration-texts";
import { sendJson, type Problem } from "./send";

/** Whose registration exists already: what the form contained when it was refused. */
export type Person = { full_name: string; email: string };
type Props = Pick<FormProps, "type" | "locale"> & {
  problem: Problem;
  /** Page of the registration that is stored. */
  path?: string | undefined;
  person: Person | null;
};

/** Why a form was not stored, with the way to the registration that exists already. */
export function FormProblem({ type, locale, problem, path, person }: Props) {
  const { form: texts, problem: problems } = useRegistrationTexts();
  return (
    <div role="alert" className="grid gap-3 rounded-lg border-2 border-danger p-3">
      <p>{problems[problem]}</p>
      {path && (
        <a href={localePath(locale, path)} className={buttonClass({ className: "w-fit" })}>
          {texts.madeOpen}
        </a>
      )}
      {problem === "duplicate" && person && <FirstLink body={{ type: type.id, ...person }} />}
    </div>
  );
}

/** Mails the link that changes the first registration. */
function FirstLink({ body }: { body: object }) {
  const { form: texts, problem: problems } = useRegistrationTexts();
  const hydrated = useHydrated();
  const [isPending, start] = useTransition();
  const [result, setResult] = useState<Problem | "sent" | null>(null);
  const mail = () =>
    start(async () => {
      const sent = await sendJson("/api/registrations/first", body);
      setResult("data" in sent ? "sent" : sent.problem);
    });
  return (
    <>
      <Button type="button" variant="outline" className="w-fit" disabled={!hydrated || isPending} onClick={mail}>
        {texts.firstMail}
      </Button>
      {result && <p>{result === "sent" ? texts.firstSent : problems[result]}</p>}
    </>
  );
}
