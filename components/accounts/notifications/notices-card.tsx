"use client";

import { useRouter } from "next/navigation";
import { useAction } from "next-safe-action/hooks";
import { notifyFailure } from "@/components/form/notify-failure";
import { Button } from "@/components/ui/button";
import { Card, CardTitle } from "@/components/ui/card";
import { markReadAction, setNoticesAction } from "@/lib/accounts/notifications/actions";
import type { Notice } from "@/lib/accounts/notifications/queries";
import type { Locale } from "@/lib/platform/i18n/routing";
import { PushSwitch } from "./push-switch";
import { formatDay } from "@/lib/platform/format";
import { useNoticeTexts } from "./notice-texts";

type NoticesCardProps = {
  notices: readonly Notice[];
  takes: boolean;
  /** Null where no push keys are set. */
  push: { publicKey: string; endpoints: readonly string[] } | null;
  base: string;
  locale: Locale;
};

/** The notices of an account; unread ones are marked, and a checkbox turns new ones off. */
export function NoticesCard({ notices, takes, push, base, locale }: NoticesCardProps) {
  const texts = useNoticeTexts();
  const router = useRouter();
  const done = {
    onSuccess: () => router.refresh(),
    onError: ({ error }: { error: Parameters<typeof notifyFailure>[0] }) => notifyFailure(error),
  };
  const read = useAction(markReadAction, done);
  const set = useAction(setNoticesAction, done);
  const choose = (on: boolean) => {
    const form = new FormData();
    if (on) form.set("notices", "on");
    set.execute(form);
  };
  return (
    <Card id="avisos" className="grid scroll-mt-20 gap-3 lg:scroll-mt-18">
      <CardTitle>{texts.title}</CardTitle>
      {notices.length === 0 && <p className="text-muted">{texts.empty}</p>}
      <ul className="grid max-h-96 gap-2 overflow-y-auto">
        {notices.map(({ id, title, body, link, read_at: readAt, created_at: at }) => (
          <li
            key={id}
            data-unread={readAt ? undefined : ""}
            className="rounded-lg border border-line p-3 data-[unread]:border-l-4 data-[unread]:border-l-faixa"
          >
            <p className="font-semibold wrap-anywhere">{title}</p>
            <p className="whitespace-pre-line wrap-anywhere">{body}</p>
            <p className="flex flex-wrap items-center gap-3 text-sm text-muted">
              <time dateTime={at}>{formatDay(at, locale)}</time>
              {link && (
                <a
                  href={base + link}
                  className="inline-flex min-h-11 min-w-11 items-center text-link underline underline-offset-4"
                >
                  {texts.open}
                </a>
              )}
              {!readAt && (
                <Button variant="link" size="text" disabled={read.isPending} onClick={() => read.execute({ id })}>
                  {texts.markRead}
                </Button>
              )}
            </p>
          </li>
        ))}
      </ul>
      {notices.some(({ read_at: readAt }) => !readAt) && (
        <Button
          variant="outline"
          size="md"
          className="w-fit"
          disabled={read.isPending}
          onClick={() => read.execute({ id: null })}
        >
          {texts.markAll}
        </Button>
      )}
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          className="size-5 accent-primary"
          checked={takes}
          disabled={set.isPending}
          onChange={(event) => choose(event.target.checked)}
        />
        {texts.takes}
      </label>
      {push && <PushSwitch publicKey={push.publicKey} locale={locale} endpoints={push.endpoints} optedOut={!takes} />}
    </Card>
  );
}
