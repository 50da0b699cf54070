import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import {
  newPiece,
  removePiece,
  savePiece,
  storedPieces,
  type RallyPiece,
} from "@/components/travel/driving/rally-store";
import { driven, NO_DRIVE, PIECE_POINTS, stageWay, type Drive, type Point } from "@/lib/events/rally/driving/rules";
import type { RallyStage } from "@/lib/events/rally/schema";

type Sending = { points: number; unsent: number; isSignedOut: boolean };

const AGAIN_MS = 60_000;

/** Answers after which a piece is not sent again: stored, or refused for good. */
const isOver = (status: number) => status === 200 || status === 404 || status === 400;

async function sendPiece({ event, stage, number, points }: RallyPiece): Promise<number> {
  const response = await fetch(`/api/rally/${event}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ stage, number, points }),
  }).catch(() => null);
  return response?.status ?? 0;
}

/** Sends the closed pieces of the device in their order, and again after a connection came back. */
function useSending(event: string) {
  const [sending, setSending] = useState<Sending>({ points: 0, unsent: 0, isSignedOut: false });
  const running = useRef(false);
  const send = useCallback(async () => {
    if (running.current) return;
    running.current = true;
    let isSignedOut = false;
    try {
      for (const piece of (await storedPieces(event)).filter(({ isClosed }) => isClosed)) {
        const status = await sendPiece(piece);
        isSignedOut = status === 401;
        if (!isOver(status)) break;
        await removePiece(piece);
      }
    } finally {
      running.current = false;
    }
    const left = await storedPieces(event);
    setSending((now) => ({ ...now, isSignedOut, unsent: left.reduce((sum, { points }) => sum + points.length, 0) }));
  }, [event]);
  useEffect(() => {
    const again = () => void send().catch(() => undefined);
    // A piece of an earlier visit is complete.
    void storedPieces(event)
      .then((pieces) => Promise.all(pieces.map((piece) => savePiece({ ...piece, isClosed: true }))))
      .then(again, () => undefined);
    window.addEventListener("online", again);
    // A weak connection comes back without an event.
    const timer = setInterval(again, AGAIN_MS);
    return () => {
      clearInterval(timer);
      window.removeEventListener("online", again);
    };
  }, [event, send]);
  return { sending, setSending, send };
}

const pointOf = ({ coords, timestamp }: GeolocationPosition): Point => ({
  at: Math.round(timestamp),
  lat: Math.round(coords.latitude * 1e6) / 1e6,
  lng: Math.round(coords.longitude * 1e6) / 1e6,
});

export type Following = "idle" | "locating" | "following" | "denied";

/** Follows a stage with the positions of the device, stores them and sends them. */
export function useDrive(event: string, stage: RallyStage | null) {
  const [following, setFollowing] = useState<Following>("idle");
  const [drive, setDrive] = useState<Drive>(NO_DRIVE);
  const { sending, setSending, send } = useSending(event);
  const way = useMemo(() => stage && stageWay(stage), [stage]);
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => () => stop.current?.(), []);

  const start = () => {
    if (!stage) return;
    setFollowing("locating");
    setDrive(NO_DRIVE);
    let piece: RallyPiece | null = null;
    let writing: Promise<unknown> = Promise.resolve();
    const store = (point: Point) => {
      writing = writing.then(async () => {
        piece ??= await newPiece(event, stage.id);
        piece.points.push([point.at, point.lat, point.lng]);
        piece.isClosed = piece.points.length === PIECE_POINTS;
        await savePiece(piece);
        setSending((now) => ({ ...now, points: now.points + 1, unsent: now.unsent + 1 }));
        if (!piece.isClosed) return;
        piece = null;
        void send().catch(() => undefined);
      });
      writing.catch(() => undefined);
    };
    const watch = navigator.geolocation.watchPosition(
      (position) => {
        const point = pointOf(position);
        setFollowing("following");
        setDrive((now) => driven(now, point, way, stage.controls));
        store(point);
      },
      ({ code, PERMISSION_DENIED }) => code === PERMISSION_DENIED && setFollowing("denied"),
      { enableHighAccuracy: true, maximumAge: 0 },
    );
    stop.current = () => {
      stop.current = null;
      navigator.geolocation.clearWatch(watch);
      setFollowing("idle");
      void writing
        .then(() => piece && savePiece({ ...piece, isClosed: true }))
        .then(send)
        .catch(() => undefined);
    };
  };
  return { following, drive, sending, start, stop: () => stop.current?.() };
}
