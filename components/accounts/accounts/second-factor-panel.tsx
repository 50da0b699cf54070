"use client";

import type { Messages } from "next-intl";
import { useState } from "react";
import type { SignInArea } from "@/lib/accounts/accounts/rules";
import { CodeForm } from "./code-form";
import { EnrolForm } from "./enrol-form";
import type { AccountFormContext } from "./account-form-context";

export type SecondFactorStep = "code" | "enrolment";

type SecondFactorPanelProps = {
  texts: Pick<Messages["accounts/accounts"], "code" | "factor" | "validation">;
  formContext: AccountFormContext & { area: SignInArea };
  step: SecondFactorStep;
};

/** The step after the password: the code of the authenticator app, or its set-up where the role requires one. */
export function SecondFactorPanel({ texts, formContext, step }: SecondFactorPanelProps) {
  const [isEnrolment, setEnrolment] = useState(step === "enrolment");
  if (!isEnrolment) return <CodeForm texts={texts} formContext={formContext} onEnrolment={() => setEnrolment(true)} />;
  return <EnrolForm texts={texts} formContext={formContext} lead={texts.factor.required} onDone={() => undefined} />;
}
