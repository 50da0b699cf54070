"use client";

import { MessageCircle } from "lucide";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { notifyFailure } from "@/components/form/notify-failure";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { noteOpenedAction } from "@/lib/events/messages/actions";

type Props = { message: string; registration: string; name: string; href: string; isOpened: boolean };

/** The WhatsApp link of one person; opening it is stored, so that nobody writes to the person twice. */
export function PersonLink({ message, registration, name, href, isOpened }: Props) {
  const t = useTranslations("events/messages.links");
  const [opened, setOpened] = useState(isOpened);
  const note = async () => {
    setOpened(true);
    try {
      const answer = await noteOpenedAction({ message, registration });
      if (answer?.serverError) notifyFailure({ serverError: answer.serverError });
    } catch (error) {
      notifyFailure({ thrownError: error as Error });
    }
  };
  return (
    <>
      <span className="mr-auto min-w-0 wrap-anywhere">{name}</span>
      {opened && <span className="text-sm text-muted">{t("opened")}</span>}
      <Button asChild variant="outline">
        <a href={href} target="_blank" rel="noopener noreferrer" onClick={() => void note()}>
          <Icon of={MessageCircle} label={t("open", { name })} />
        </a>
      </Button>
    </>
  );
}
