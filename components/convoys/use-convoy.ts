import { useCallback, useEffect, useRef, useState } from "react";
import type { Convoy, Report } from "@/lib/convoys/schema";

/** Between two reports; each one also brings the positions of the others. */
const EVERY_MS = 10_000;
const TIMEOUT_MS = 15_000;

type Place = NonNullable<Report["place"]>;
type Connection = "ok" | "offline" | "signed-out" | "gone";
export type Sharing = "off" | "locating" | "on" | "denied" | "unavailable";

async function send(code: string, report: Report): Promise<Convoy | Exclude<Connection, "ok">> {
  const response = await fetch(`/api/convoys/${code}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(report),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => null);
  if (response?.ok) return (await response.json()) as Convoy;
  if (response?.status === 401) return "signed-out";
  return response?.status === 404 ? "gone" : "offline";
}

/** Watches the position of the device while `isOn`, and keeps the last one in `place`. */
function useWatch(isOn: boolean, place: { current: Place | null }, onChange: (sharing: Sharing) => void): void {
  useEffect(() => {
    if (!isOn) return;
    if (!("geolocation" in navigator)) return onChange("unavailable");
    const watch = navigator.geolocation.watchPosition(
      ({ coords, timestamp }) => {
        place.current = {
          lat: coords.latitude,
          lng: coords.longitude,
          accuracy_m: Math.min(coords.accuracy, 100_000),
          measured_at: new Date(timestamp).toISOString(),
        };
        onChange("on");
      },
      ({ code, PERMISSION_DENIED }) => onChange(code === PERMISSION_DENIED ? "denied" : "unavailable"),
      { enableHighAccuracy: true, maximumAge: EVERY_MS },
    );
    return () => navigator.geolocation.clearWatch(watch);
  }, [isOn, place, onChange]);
}

/**
 * The convoy of the last answer of the server. The status and the position of the device are sent every ten seconds
 * until the server has them; without a connection the last known convoy stays.
 */
export function useConvoy(initial: Convoy) {
  const { code } = initial;
  const self = initial.members.find((member) => member.is_self);
  const [convoy, setConvoy] = useState(initial);
  const [connection, setConnection] = useState<Connection>("ok");
  const [status, setStatus] = useState(self?.status ?? "driving");
  // After a reload the position is shared again only if it was shared before.
  const [sharing, setSharing] = useState<Sharing>(self?.position ? "locating" : "off");
  const pending = useRef<{ status: Report["status"]; hide: boolean }>({ status: null, hide: false });
  const place = useRef<Place | null>(null);
  const isWatching = sharing === "locating" || sharing === "on";
  useWatch(isWatching, place, setSharing);

  const report = useCallback(async () => {
    const sent = { ...pending.current };
    const answer = await send(code, { ...sent, place: sent.hide ? null : place.current });
    if (typeof answer === "string") return setConnection(answer);
    // What was chosen while the request was under way is sent next time.
    if (pending.current.status === sent.status) pending.current.status = null;
    if (sent.hide) pending.current.hide = false;
    setConvoy(answer);
    setConnection("ok");
  }, [code]);

  const isOver = Date.parse(convoy.ends_at) <= Date.parse(convoy.now);
  const isEnded = isOver || connection === "gone" || connection === "signed-out";
  useEffect(() => {
    if (isEnded) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isLeft = false;
    const next = async () => {
      await report();
      if (!isLeft) timer = setTimeout(() => void next(), EVERY_MS);
    };
    timer = setTimeout(() => void next(), EVERY_MS);
    return () => {
      isLeft = true;
      clearTimeout(timer);
    };
  }, [isEnded, report]);

  return {
    convoy,
    connection,
    isOver,
    status,
    sharing,
    isWatching,
    place,
    report,
    tell(told: NonNullable<Report["status"]>) {
      pending.current.status = told;
      setStatus(told);
      void report();
    },
    share() {
      pending.current.hide = false;
      setSharing("locating");
    },
    hide() {
      pending.current.hide = true;
      place.current = null;
      setSharing("off");
      void report();
    },
  };
}
