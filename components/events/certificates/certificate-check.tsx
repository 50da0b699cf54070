"use client";

import { useEffect, useState, type SubmitEvent } from "react";
import { useHydrated } from "@/components/form/use-hydrated";
import { Button } from "@/components/ui/button";
import { FactList } from "@/components/ui/fact-list";
import { Input } from "@/components/ui/input";
import { SignPlate } from "@/components/ui/sign-plate";
import { createTexts } from "@/components/ui/texts";
import { certificateCode, certificatePath } from "@/lib/events/certificates/rules";
import { eventDays } from "@/lib/events/events/rules";
import { checkedSchema, type CheckedCertificate } from "@/lib/events/certificates/schema";
import { localePath, type Locale } from "@/lib/platform/i18n/routing";

type Texts = Record<
  "code" | "check" | "checking" | "limited" | "failed" | "name" | "event" | "date" | "pdf",
  string
> & { states: Record<CheckedCertificate["state"], { title: string; text: string }> };

type Progress = "checking" | "limited" | "failed" | CheckedCertificate;

async function ask(code: string): Promise<Progress> {
  try {
    const response = await fetch("/api/certificate-checks", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ code }),
    });
    if (response.status === 429) return "limited";
    return response.ok ? checkedSchema.parse(await response.json()) : "failed";
  } catch {
    return "failed";
  }
}

const { Provider: CheckTexts, useTexts: useCheckTexts } = createTexts<Texts>("CheckTexts");

type CheckProps = { code: string; locale: Locale };

function CertificateFacts({ code, locale, certificate }: CheckProps & { certificate: CheckedCertificate }) {
  const texts = useCheckTexts();
  const { state, name, event, starts_at, ends_at, time_zone } = certificate;
  const rows: [string, string][] = [];
  if (name) rows.push([texts.name, name]);
  if (event) rows.push([texts.event, event]);
  if (starts_at && ends_at && time_zone)
    rows.push([texts.date, eventDays({ starts_at, ends_at, time_zone }, locale, "long")]);
  return (
    <>
      <SignPlate as="section" kind={state === "valid" ? "route" : "warning"} role="status" className="px-7 py-6">
        <h2 className="text-3xl">{texts.states[state].title}</h2>
        <p className="mt-1 text-lg">{texts.states[state].text}</p>
      </SignPlate>
      {rows.length > 0 && <FactList rows={rows} className="rounded-2xl border-2 border-line bg-surface p-5" />}
      {state === "valid" && (
        <Button asChild variant="outline" className="w-fit">
          <a href={localePath(locale, `${certificatePath(code)}/pdf`)}>{texts.pdf}</a>
        </Button>
      )}
    </>
  );
}

/** Asks for the state of a code and shows it; another code can be typed. */
export function CertificateCheck({ code: initialCode, locale, texts }: CheckProps & { texts: Texts }) {
  const hydrated = useHydrated();
  const [code, setCode] = useState(initialCode);
  const [progress, setProgress] = useState<Progress>("checking");
  useEffect(() => {
    let isCurrent = true;
    void ask(code).then((answer) => isCurrent && setProgress(answer));
    return () => void (isCurrent = false);
  }, [code]);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get("code") as string;
    setProgress("checking");
    const next = certificateCode(typed) ?? typed;
    if (next === code) void ask(next).then(setProgress);
    else setCode(next);
  };
  return (
    <CheckTexts value={texts}>
      {typeof progress === "string" ? (
        <p role="status" className="rounded-2xl border-2 border-line bg-surface p-5 text-lg">
          {texts[progress]}
        </p>
      ) : (
        <CertificateFacts code={code} locale={locale} certificate={progress} />
      )}
      <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
        <label className="grid min-w-0 flex-1 gap-1">
          <span className="text-sm text-muted">{texts.code}</span>
          <Input
            name="code"
            defaultValue={initialCode}
            maxLength={40}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            required
          />
        </label>
        <Button type="submit" variant="outline" disabled={!hydrated} data-until-hydrated={hydrated ? undefined : ""}>
          {texts.check}
        </Button>
      </form>
    </CheckTexts>
  );
}
