"use client";

import type { Outcome } from "@/lib/platform/outcome";
import { useCallback, useEffect, useState, useTransition, type ComponentProps, type ReactNode } from "react";
import { ActionForm, type FormErrors } from "@/components/form/action-form";
import { SubmitButton } from "@/components/form/submit-button";
import { Card, CardTitle } from "@/components/ui/card";
import { convoyPath, guestPath } from "@/lib/travel/convoys/rules";
import type { Convoy } from "@/lib/travel/convoys/schema";
import { localePath } from "@/lib/platform/i18n/routing";
import { MemberFields } from "./convoy-forms";
import type { ConvoyPanel } from "./convoy-panel";
import { forgetConvoy, keepConvoy, readStoredConvoy } from "./stored-convoy";
import { NO_NEWS, sendReport } from "./use-report";
import { useConvoyTexts } from "./convoy-texts";

type PanelProps = ComponentProps<typeof ConvoyPanel>;
type Props = {
  code: string;
  locale: PanelProps["locale"];
  /** Shows the convoy to the guest. */
  panel: (guest: { initial: Convoy; token: string }) => ReactNode;
};
type OpenedConvoy = { initial: Convoy; token: string } | "loading" | "none";

/** What this device may see of a convoy without an account: with its token the convoy, also without a signal. */
async function findConvoy(code: string): Promise<OpenedConvoy> {
  const kept = readStoredConvoy(code);
  if (!kept?.token) return "none";
  const { token } = kept;
  const answer = await sendReport(code, NO_NEWS, token);
  if (typeof answer !== "string") return { initial: answer, token };
  if (answer !== "gone") return { initial: kept.convoy, token };
  forgetConvoy(code);
  return "none";
}

/** The convoy for a guest, and before that the form with a name: nothing else is asked. */
export function GuestConvoy({ code, locale, panel }: Props) {
  const texts = useConvoyTexts();
  const [found, setFound] = useState<OpenedConvoy>("loading");
  const look = useCallback(() => void findConvoy(code).then(setFound), [code]);
  useEffect(look, [look]);
  if (typeof found === "object") return panel(found);
  if (found === "loading") return <p role="status">{texts.guest.loading}</p>;
  const login = `${localePath(locale, "/login")}?next=${encodeURIComponent(localePath(locale, convoyPath(code)))}`;
  return (
    <Card>
      <CardTitle className="mb-2">{texts.guest.title}</CardTitle>
      <p className="mb-4 text-muted">{texts.guest.lead}</p>
      <GuestForm code={code} onJoined={setFound} />
      <a
        href={login}
        className="mt-4 inline-flex min-h-11 items-center font-semibold text-link underline underline-offset-4"
      >
        {texts.guest.account}
      </a>
    </Card>
  );
}

type FormProps = Pick<Props, "code"> & {
  onJoined: (guest: { initial: Convoy; token: string }) => void;
};
type Refusal = "unknown" | "over" | "full" | "limited" | "failed";
type Joined = Exclude<Outcome<{ token: string; convoy: Convoy }, Refusal, never>, { outcome: "gone" }>;

const refusedWith = (reason: Refusal): Joined => ({ outcome: "refused", field: null, reason });

async function join(code: string, form: FormData): Promise<Joined> {
  const guest = { name: form.get("name"), vehicle: form.get("vehicle") };
  const response = await fetch(guestPath(code), {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(guest),
  }).catch(() => null);
  if (response?.status === 429) return refusedWith("limited");
  return response?.ok ? ((await response.json()) as Joined) : refusedWith("failed");
}

function GuestForm({ code, onJoined }: FormProps) {
  const texts = useConvoyTexts();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [errors, setErrors] = useState<FormErrors>();
  const [isPending, start] = useTransition();
  const submit = (form: FormData) => {
    setErrors(undefined);
    setRefusal(null);
    const name = form.get("name");
    if (typeof name !== "string" || !name.trim()) return setErrors({ fieldErrors: { name: ["missing"] } });
    start(async () => {
      const answer = await join(code, form);
      if (answer.outcome === "refused") return setRefusal(answer.reason);
      keepConvoy(answer.convoy, answer.token);
      onJoined({ initial: answer.convoy, token: answer.token });
    });
  };
  const words: Record<Refusal, string> = {
    unknown: texts.validation.codeUnknown,
    over: texts.validation.over,
    full: texts.validation.full,
    limited: texts.guest.limited,
    failed: texts.guest.failed,
  };
  return (
    <ActionForm submit={submit} pending={isPending} errors={errors}>
      <MemberFields field="name" name="" />
      {refusal && (
        <p role="alert" className="font-semibold text-danger">
          {words[refusal]}
        </p>
      )}
      <SubmitButton label={texts.guest.join} pendingLabel={texts.form.pending} pending={isPending} />
    </ActionForm>
  );
}
