"use client";

import { useState } from "react";
import type { SignInArea } from "@/lib/accounts/accounts/rules";
import { useAccountTexts } from "./account-texts";
import { CodeForm } from "./code-form";
import { EnrolForm } from "./enrol-form";
import type { AccountFormContext } from "./account-form-context";

export type SecondFactorStep = "code" | "enrolment";

type SecondFactorPanelProps = {
  formContext: AccountFormContext & { area: SignInArea };
  step: SecondFactorStep;
};

/** The step after the password: the code of the authenticator app, or its set-up where the role requires one. */
export function SecondFactorPanel({ formContext, step }: SecondFactorPanelProps) {
  const { factor } = useAccountTexts("factor");
  const [isEnrolment, setEnrolment] = useState(step === "enrolment");
  if (!isEnrolment) return <CodeForm formContext={formContext} onEnrolment={() => setEnrolment(true)} />;
  return <EnrolForm formContext={formContext} lead={factor.required} onDone={() => undefined} />;
}
