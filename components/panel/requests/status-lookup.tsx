"use client";

import { useEffect, useRef } from "react";
import { ActionForm } from "@/components/form/action-form";
import { SubmitButton } from "@/components/form/submit-button";
import { TextField } from "@/components/form/text-field";
import { useRequest } from "@/components/form/use-request";
import { Card } from "@/components/ui/card";
import { requestStatusAction } from "@/lib/panel/requests/actions";
import type { Locale } from "@/lib/platform/i18n/routing";
import { StatusTexts, type StatusMessages } from "./status-texts";
import { StatusTimeline } from "./status-timeline";

type Props = { texts: StatusMessages; locale: Locale };

/** Form that shows the status of a request by protocol number; `?protocolo=` looks it up automatically. */
export function StatusLookup({ texts: all, locale }: Props) {
  const { status: texts, validation } = all;
  const { send, isPending, data, errors } = useRequest(requestStatusAction);
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const given = new URLSearchParams(location.search).get("protocolo");
    const input = card.current?.querySelector<HTMLInputElement>("[name=protocol]");
    if (!given || !input || input.value) return;
    input.value = given.slice(0, 60);
    const form = new FormData();
    form.set("protocol", input.value);
    send(form);
    card.current?.scrollIntoView({ block: "center" });
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the page opens
  }, []);
  return (
    <StatusTexts value={all}>
      <Card id="consulta" data-print="hide" className="scroll-mt-20">
        <div ref={card}>
          <h2 className="text-2xl">{texts.title}</h2>
          <p className="mb-4 mt-1 text-muted">{texts.lead}</p>
          <ActionForm submit={send} pending={isPending} errors={errors} texts={validation}>
            <TextField name="protocol" label={texts.protocol} hint={texts.hint} autoComplete="off" maxLength={60} />
            <SubmitButton label={texts.submit} pendingLabel={texts.pending} pending={isPending} />
          </ActionForm>
          <div aria-live="polite">
            {data &&
              !isPending &&
              (data.found ? (
                <StatusTimeline protocol={data.protocol} application={data.found} locale={locale} />
              ) : (
                <p className="mt-4">{texts.notFound}</p>
              ))}
          </div>
        </div>
      </Card>
    </StatusTexts>
  );
}
