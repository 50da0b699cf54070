import { RealtimeClient } from "@supabase/realtime-js";
import type { RealtimeAccess } from "../realtime";

/** The library joins again after a lost connection, but not after the server closed the channel. */
const AFTER_CLOSE_MS = 10_000;
/** The library's default, which the specification names; a lost connection is noticed after two of them. */
const HEARTBEAT_MS = 25_000;

export type Listener = {
  event: string;
  onEvent: () => void;
  /** True once the server has confirmed the channel, false while it is not joined. */
  onJoined: (isJoined: boolean) => void;
};

/** Listens to an event of a public Realtime topic in the browser, until the returned function is called. */
export function listen({ url, key }: RealtimeAccess, topic: string, { event, onEvent, onJoined }: Listener) {
  const client = new RealtimeClient(url, {
    params: { apikey: key },
    heartbeatIntervalMs: HEARTBEAT_MS,
    disconnectOnEmptyChannelsAfterMs: 0,
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  const join = () => {
    const channel = client.channel(topic);
    channel.on("broadcast", { event }, () => !isStopped && onEvent());
    channel.subscribe((status) => {
      if (isStopped) return;
      onJoined(status === "SUBSCRIBED");
      clearTimeout(timer);
      if (status === "CLOSED") timer = setTimeout(join, AFTER_CLOSE_MS);
    });
  };
  join();
  return () => {
    isStopped = true;
    clearTimeout(timer);
    void client.removeAllChannels();
  };
}
