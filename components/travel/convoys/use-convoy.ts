import { useCallback, useEffect, useState } from "react";
import type { Convoy, Report } from "@/lib/travel/convoys/schema";
import type { Unsent } from "./stored-convoy";
import { useChannel, type Listen } from "./use-channel";
import { usePosition } from "./use-position";
import { EVERY_MS, useReport } from "./use-report";

const selfIn = ({ members }: Convoy) => members.find((member) => member.is_self);

/**
 * The convoy of the last answer of the server. The status and the position of the device are sent every ten seconds
 * until the server has them; without a connection the last known convoy stays. With a channel the device requests the convoy when the channel announces a change, and otherwise only once a minute.
 */
export function useConvoy(initial: Convoy, listen: Listen | null, token: string | null = null) {
  const [told, setTold] = useState<Report["status"]>(null);
  const [isEnded, setEnded] = useState(false);
  // After a reload the position is shared again only if it was shared before.
  const { sharing, isWatching, place, share, hide } = usePosition(Boolean(selfIn(initial)?.position), isEnded);
  const onStored = useCallback(
    (kept: Convoy, unsent: Unsent) => {
      setTold(unsent.status);
      if (selfIn(kept)?.position && !unsent.hide) share();
      else hide();
    },
    [share, hide],
  );
  const { convoy, failure, age, report, isDue, add } = useReport(initial, { place, token, onStored });
  const now = Date.parse(convoy.now) + age;
  const isOver = Date.parse(convoy.ends_at) <= now;
  if (isEnded !== (isOver || failure === "gone" || failure === "signed-out")) setEnded(!isEnded);
  const isLive = useChannel(listen, isEnded ? null : convoy.channel, report);

  useEffect(() => {
    if (isEnded) return;
    const timer = setInterval(() => isDue(isLive) && void report(), EVERY_MS);
    const ask = () => void report();
    // Without a connection the request fails at once and the page shows a message.
    for (const event of ["online", "offline"]) window.addEventListener(event, ask);
    return () => {
      clearInterval(timer);
      for (const event of ["online", "offline"]) window.removeEventListener(event, ask);
    };
  }, [isEnded, isLive, isDue, report]);

  return {
    convoy,
    connection: failure ?? (isLive ? "live" : "ok"),
    now,
    minutes: Math.floor(age / 60_000),
    isOver,
    status: told ?? selfIn(convoy)?.status ?? "driving",
    sharing,
    isWatching,
    place,
    report,
    tell(status: NonNullable<Report["status"]>) {
      setTold(status);
      add({ status });
      void report();
    },
    share() {
      add({ hide: false });
      share();
    },
    hide() {
      hide();
      add({ hide: true });
      void report();
    },
  } as const;
}
