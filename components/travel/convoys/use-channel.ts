import { useEffect, useState } from "react";
import { CONVOY_EVENT, convoyTopic } from "@/lib/travel/convoys/rules";
import type { Listener } from "@/lib/platform/supabase/listen";

/** Listens to a Realtime topic until the returned function is called; the page passes it, where there is Realtime. */
export type Listen = (topic: string, listener: Listener) => () => void;

/** Shortest time between two calls of `onNews`, however many messages arrive. */
const PAUSE_MS = 2000;

/**
 * Whether the channel of a convoy is joined. `onNews` is called after a message and, because messages are not kept,
 * whenever the channel was joined or lost.
 */
export function useChannel(listen: Listen | null, channel: string | null, onNews: () => void): boolean {
  const [isJoined, setJoined] = useState(false);
  useEffect(() => {
    if (!listen || !channel) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let last = 0;
    let wasJoined = false;
    const tell = () => {
      timer ??= setTimeout(
        () => {
          timer = undefined;
          last = Date.now();
          onNews();
        },
        Math.max(0, last + PAUSE_MS - Date.now()),
      );
    };
    const stop = listen(convoyTopic(channel), {
      event: CONVOY_EVENT,
      onEvent: tell,
      onJoined(joined) {
        if (joined === wasJoined) return;
        wasJoined = joined;
        setJoined(joined);
        tell();
      },
    });
    return () => {
      stop();
      clearTimeout(timer);
      setJoined(false);
    };
  }, [listen, channel, onNews]);
  return isJoined;
}
