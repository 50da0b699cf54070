"use client";

import { ask } from "@/components/ui/ask";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState, useTransition, type SubmitEvent } from "react";
import { notifyFailure } from "@/components/form/notify-failure";
import { useHydrated } from "@/components/form/use-hydrated";
import { notify } from "@/components/ui/notify";
import { Button } from "@/components/ui/button";
import { previewMessageAction, sendMessageAction } from "@/lib/events/messages/actions";
import type { Channel } from "@/lib/events/messages/rules";
import type { MessageInput, MessagePreview } from "@/lib/events/messages/schema";
import { AudienceFields } from "./audience-fields";
import { MessagePreviewBox } from "./message-preview-box";
import { TextFields } from "./text-fields";

type Props = {
  id: string;
  event: string;
  /** Name of the time zone of the event. */
  zone: string;
  types: readonly { id: string; name: string }[];
  link: string;
};
type PreviewedMessage = { message: MessageInput; preview: MessagePreview };

function messageOf(form: HTMLFormElement, id: string, event: string): MessageInput {
  const data = new FormData(form);
  return {
    ...Object.fromEntries(data),
    id,
    event,
    types: data.getAll("types"),
    statuses: data.getAll("statuses"),
  } as unknown as MessageInput;
}

/** Audience, channel and text of a message. It is sent from its preview, which a change of the form removes. */
export function MessageForm({ id, event, zone, types, link }: Props) {
  const t = useTranslations("events/messages.form");
  const router = useRouter();
  const hydrated = useHydrated();
  const [isPending, start] = useTransition();
  const [channel, setChannel] = useState<Channel>("mail");
  const [shown, setShown] = useState<PreviewedMessage | null>(null);
  const [isSent, setSent] = useState(false);
  const run = (work: () => Promise<void>) =>
    start(() => work().catch((error: unknown) => notifyFailure({ thrownError: error as Error })));
  const preview = (submitted: SubmitEvent<HTMLFormElement>) => {
    submitted.preventDefault();
    const message = messageOf(submitted.currentTarget, id, event);
    run(async () => {
      const answer = await previewMessageAction(message);
      if (!answer?.data) return notifyFailure({ serverError: answer?.serverError ?? "input.invalid" });
      setShown({ message, preview: answer.data });
    });
  };
  const send = async () => {
    if (!shown || !(await ask(t("confirm", { count: shown.preview.people })))) return;
    run(async () => {
      const answer = await sendMessageAction({ message: shown.message, people: shown.preview.people });
      if (answer?.serverError || answer?.validationErrors)
        return notifyFailure({ serverError: answer.serverError ?? "input.invalid" });
      setSent(true);
      notify({ code: "system.done", variant: "success" });
      router.refresh();
    });
  };
  return (
    <form method="post" onSubmit={preview} onInput={() => setShown(null)} aria-busy={isPending} className="grid gap-5">
      <TextFields zone={zone} channel={channel} onChannel={setChannel} />
      <AudienceFields types={types} />
      <Button type="submit" variant="outline" disabled={!hydrated || isPending || isSent} className="w-fit">
        {t("preview")}
      </Button>
      {shown && (
        <MessagePreviewBox {...shown} link={link}>
          <Button
            onClick={() => void send()}
            disabled={isPending || isSent || shown.preview.people === 0}
            className="w-fit"
          >
            {t("send", { count: shown.preview.people })}
          </Button>
        </MessagePreviewBox>
      )}
      <p role="status" className="empty:hidden">
        {isSent ? t("sent") : ""}
      </p>
    </form>
  );
}
