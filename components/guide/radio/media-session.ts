import type { Station } from "@/lib/guide/radio/rules";

type Keys = { play: () => void; stop: () => void; step: ((step: 1 | -1) => void) | null };

/** Sends the current station and the available actions to lock screen and media keys. */
export function updateMediaSession(station: Station | null, playing: boolean, keys: Keys): void {
  if (!("mediaSession" in navigator)) return;
  const session = navigator.mediaSession;
  session.metadata =
    station &&
    new MediaMetadata({
      title: station.name,
      artist: "Portal LACAMBECHE",
      artwork: [{ src: "/icons/icon-512.png", sizes: "512x512", type: "image/png" }],
    });
  session.playbackState = playing ? "playing" : station ? "paused" : "none";
  const { play, stop, step } = keys;
  session.setActionHandler("play", play);
  session.setActionHandler("pause", stop);
  session.setActionHandler("stop", stop);
  session.setActionHandler("nexttrack", step && (() => step(1)));
  session.setActionHandler("previoustrack", step && (() => step(-1)));
}
