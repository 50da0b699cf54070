"use client";

import { ask } from "@/components/ui/ask";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState, useTransition, type SubmitEvent } from "react";
import { notifyFailure } from "@/components/form/notify-failure";
import { useHydrated } from "@/components/form/use-hydrated";
import { notify } from "@/components/ui/notify";
import { Button } from "@/components/ui/button";
import {
  changeMessageAction,
  previewMessageAction,
  sendMessageAction,
  testMessageAction,
} from "@/lib/events/messages/actions";
import type { Channel } from "@/lib/events/messages/rules";
import type { MessageInput, MessagePreview } from "@/lib/events/messages/schema";
import { readRegistrationQuery, registrationSearch } from "@/lib/events/panel/list/rules";
import { AudienceFields, type Audience } from "./audience-fields";
import { MessagePreviewBox } from "./message-preview-box";
import { TextFields, type Draft } from "./text-fields";

type Props = {
  id: string;
  event: string;
  /** Name of the time zone of the event. */
  zone: string;
  audience: Audience;
  draft: Draft;
  link: string;
  /** Where the page leads after a change; null for a new message. */
  changeOf: { address: string; isKept: boolean } | null;
};
type PreviewedMessage = { message: MessageInput; preview: MessagePreview };
type Answer = { serverError?: string; validationErrors?: unknown } | undefined;

function messageOf(form: HTMLFormElement, { id, event, changeOf }: Props): MessageInput {
  const values = Object.fromEntries(
    [...new FormData(form)].map(([name, value]) => [name, typeof value === "string" ? value : ""]),
  );
  const { channel, subject = "", body = "", sendAt = "" } = values;
  const search = registrationSearch(readRegistrationQuery(values));
  return {
    id,
    event,
    channel: channel as Channel,
    subject,
    body,
    sendAt,
    search,
    keepsAudience: changeOf?.isKept ?? false,
  };
}

const failureOf = (answer: Answer) =>
  answer?.serverError || answer?.validationErrors ? { serverError: answer.serverError ?? "input.invalid" } : null;

/** Audience, channel and text of a message. It is sent from its preview, which a change of the form removes. */
export function MessageForm(props: Props) {
  const { zone, audience, draft, link, changeOf } = props;
  const t = useTranslations("events/messages.form");
  const router = useRouter();
  const hydrated = useHydrated();
  const [isPending, start] = useTransition();
  const [channel, setChannel] = useState<Channel>(draft.channel);
  const [shown, setShown] = useState<PreviewedMessage | null>(null);
  const [isSent, setSent] = useState(false);
  const run = (work: () => Promise<void>) =>
    start(() => work().catch((error: unknown) => notifyFailure({ thrownError: error as Error })));
  const preview = (submitted: SubmitEvent<HTMLFormElement>) => {
    submitted.preventDefault();
    const message = messageOf(submitted.currentTarget, props);
    run(async () => {
      const answer = await previewMessageAction(message);
      if (!answer?.data) return notifyFailure({ serverError: answer?.serverError ?? "input.invalid" });
      setShown({ message, preview: answer.data });
    });
  };
  const send = async () => {
    if (!shown) return;
    const { message, preview: found } = shown;
    if (!(await ask(t(changeOf ? "confirmChange" : "confirm", { count: found.people })))) return;
    run(async () => {
      const save = changeOf ? changeMessageAction : sendMessageAction;
      const failure = failureOf(await save({ message, people: found.people }));
      if (failure) return notifyFailure(failure);
      setSent(true);
      notify({ code: "system.done", variant: "success" });
      if (changeOf) router.push(changeOf.address);
      router.refresh();
    });
  };
  const test = ({ message }: PreviewedMessage) =>
    run(async () => {
      const failure = failureOf(await testMessageAction(message));
      if (failure) return notifyFailure(failure);
      notify({ code: "message.test", variant: "success" });
    });
  return (
    <form method="post" onSubmit={preview} onInput={() => setShown(null)} aria-busy={isPending} className="grid gap-5">
      <TextFields zone={zone} draft={draft} channel={channel} isChange={changeOf !== null} onChannel={setChannel} />
      <AudienceFields {...audience} isKept={changeOf?.isKept ?? false} />
      <Button type="submit" variant="outline" disabled={!hydrated || isPending || isSent} className="w-fit">
        {t("preview")}
      </Button>
      {shown && (
        <MessagePreviewBox {...shown} link={link}>
          <div className="flex flex-wrap gap-3">
            <Button onClick={() => void send()} disabled={isPending || isSent || shown.preview.people === 0}>
              {changeOf ? t("saveChange") : t("send", { count: shown.preview.people })}
            </Button>
            {shown.message.channel === "mail" && (
              <Button
                variant="outline"
                onClick={() => test(shown)}
                disabled={isPending || isSent || shown.preview.people === 0}
              >
                {t("test")}
              </Button>
            )}
          </div>
        </MessagePreviewBox>
      )}
      <p role="status" className="empty:hidden">
        {isSent ? t("sent") : ""}
      </p>
    </form>
  );
}
