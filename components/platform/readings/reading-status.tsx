"use client";

import type { Messages } from "next-intl";
import { fill } from "@/components/ui/fill";
import { Button } from "@/components/ui/button";
import { formatDeviceMoment } from "@/lib/platform/format";
import type { ReadingState } from "./use-readings";

type ReadingStatusProps = {
  /** Texts of the status of a gate or a desk. */
  texts: Record<keyof Messages["events/gate"]["status"], string>;
  locale: string;
  state: Pick<ReadingState<unknown>, "unsent" | "failure" | "savedAt">;
  /** Sign-in page that returns here, for accounts. */
  login: string | null;
  onRefresh: () => void;
};

/** Number of unsent readings, connection and age of the list. */
export function ReadingStatus({
  texts,
  locale,
  state: { unsent, failure, savedAt },
  login,
  onRefresh,
}: ReadingStatusProps) {
  const waiting = unsent === 1 ? texts.oneUnsent : fill(texts.unsent, { count: unsent });
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1" role="status">
        <p className={unsent > 0 ? "rounded bg-faixa px-2 font-semibold text-faixa-ink" : "text-muted"}>
          {unsent > 0 ? waiting : texts.allSent}
        </p>
        <p className={failure === "offline" ? "font-semibold" : "text-muted"}>
          {failure === "offline" ? texts.offline : texts.online}
        </p>
        {savedAt !== null && (
          <p className="text-muted">
            {fill(texts.saved, { time: formatDeviceMoment(new Date(savedAt).toISOString(), locale) })}
          </p>
        )}
        <Button variant="link" size="text" onClick={onRefresh}>
          {texts.refresh}
        </Button>
      </div>
      {failure && failure !== "offline" && (
        <p role="alert" className="rounded-lg border-2 border-danger p-3">
          {texts[failure]}{" "}
          {failure === "signedOut" && login && (
            <a href={login} className="text-link underline underline-offset-4">
              {texts.login}
            </a>
          )}
        </p>
      )}
    </div>
  );
}
