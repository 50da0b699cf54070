"use client";

import type { Messages } from "next-intl";
import { useRouter } from "next/navigation";
import { useAction } from "next-safe-action/hooks";
import { useState } from "react";
import { notifyFailure } from "@/components/form/notify-failure";
import { Button } from "@/components/ui/button";
import { Card, CardTitle } from "@/components/ui/card";
import { endOwnSessionAction } from "@/lib/accounts/accounts/profile/actions";

type SessionRow = { id: string; device: string; opened: string; lastUsed: string; isCurrent: boolean };
type SessionsCardProps = { texts: Messages["accounts/accounts"]["sessions"]; sessions: readonly SessionRow[] };

const SHOWN = 5;

/** Sessions of the account; every session except the current one can be ended. */
export function SessionsCard({ texts, sessions }: SessionsCardProps) {
  const router = useRouter();
  const [isOpen, setOpen] = useState(false);
  const { execute, isPending, input } = useAction(endOwnSessionAction, {
    onError: ({ error }) => notifyFailure(error),
    onSuccess: () => router.refresh(),
  });
  return (
    <Card className="grid gap-4">
      <CardTitle>{texts.title}</CardTitle>
      <p className="text-muted">{texts.lead}</p>
      <ul className="grid gap-3">
        {(isOpen ? sessions : sessions.slice(0, SHOWN)).map(({ id, device, opened, lastUsed, isCurrent }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-3 border-t-2 border-line pt-3">
            <div className="min-w-0">
              <p className="font-semibold break-words">{device || texts.unknownDevice}</p>
              <p className="text-sm text-muted">
                {isCurrent ? texts.current : texts.times.replace("{opened}", opened).replace("{seen}", lastUsed)}
              </p>
            </div>
            {!isCurrent && (
              <Button variant="outline" disabled={isPending} onClick={() => execute({ session: id })}>
                {isPending && (input as { session?: string } | undefined)?.session === id ? texts.pending : texts.end}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {!isOpen && sessions.length > SHOWN && (
        <Button variant="outline" className="w-full sm:w-auto sm:justify-self-start" onClick={() => setOpen(true)}>
          {texts.more.replace("{count}", String(sessions.length - SHOWN))}
        </Button>
      )}
    </Card>
  );
}
