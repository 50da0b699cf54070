"use client";

import { useWakeLock } from "@/components/travel/driving/use-wake-lock";
import { useHydrated } from "@/components/form/use-hydrated";
import { Button } from "@/components/ui/button";
import { formatMoment } from "@/lib/platform/format";
import { localePath, type Locale } from "@/lib/platform/i18n/routing";
import type { useConvoy } from "./use-convoy";
import { useConvoyTexts } from "./convoy-texts";
import { CONVOY_STATUSES } from "@/lib/platform/supabase/database-constants/travel";

type Props = { live: ReturnType<typeof useConvoy>; locale: Locale };

const LOOK = { driving: "primary", stopped: "faixa", help: "danger" } as const;

/** What a member shares with the others: the status and, while the page is open, the position. */
export function OwnStatus({ live, locale }: Props) {
  const texts = useConvoyTexts();
  const hydrated = useHydrated();
  const { convoy, status, sharing, isWatching } = live;
  const isAwake = useWakeLock(isWatching) === "on";
  return (
    <section aria-labelledby="own-status" className="grid gap-3">
      <h2 id="own-status" className="display-2">
        {texts.you}
      </h2>
      <div className="grid gap-2 sm:grid-cols-3">
        {CONVOY_STATUSES.map((one) => (
          <Button
            key={one}
            variant={status === one ? LOOK[one] : "outline"}
            aria-pressed={status === one}
            disabled={!hydrated}
            className="h-14 text-xl"
            onClick={() => live.tell(one)}
          >
            {texts.tell[one]}
          </Button>
        ))}
      </div>
      {status === "help" && (
        <a href={localePath(locale, "/socorro")} className="text-link underline">
          {texts.breakdown}
        </a>
      )}
      <Button
        variant={isWatching ? "outline" : "primary"}
        disabled={!hydrated}
        className="h-14 text-xl"
        onClick={() => (isWatching ? live.hide() : live.share())}
      >
        {isWatching ? texts.hide : texts.share}
      </Button>
      <p role="status">
        {texts.sharing[sharing].replace("{until}", formatMoment(convoy.ends_at, locale))}
        {isAwake && ` ${texts.awake}`}
      </p>
    </section>
  );
}
