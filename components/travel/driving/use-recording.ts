import { useCallback, useEffect, useRef, useState } from "react";
import {
  addPoint,
  EMPTY_METER,
  isRecorded,
  meterOf,
  PIECE_POINTS,
  pointOf,
  totalKm,
  type Fix,
  type Meter,
  type TrackPoint,
} from "@/lib/travel/tracks/rules";
import {
  changeTrack,
  readOwner,
  readPoints,
  removeTrack,
  savePoint,
  saveTrack,
  storedTracks,
  type StoredTrack,
} from "./driving-store";
import { MAX_TRACK_PIECES } from "@/lib/platform/supabase/database-constants/travel";

/** `unfinished`: the browser ended while a track was recorded. `full`: the track has as many points as it may have. */
export type Phase =
  | "loading"
  | "idle"
  | "unfinished"
  | "locating"
  | "recording"
  | "denied"
  | "unavailable"
  | "other-tab"
  | "not-stored"
  | "full";

export type Recording = {
  phase: Phase;
  track: StoredTrack | null;
  meter: Meter;
  /** Points that are stored on the device. */
  stored: number;
  fix: Fix | null;
};

const LOCK = "driving-recording";
/** Without a position for this long the instruments show nothing instead of an old speed. */
const STALE_MS = 30_000;
const NOTHING: Recording = { phase: "idle", track: null, meter: EMPTY_METER, stored: 0, fix: null };

const fixOf = ({ coords, timestamp }: GeolocationPosition): Fix => ({
  at: timestamp,
  lat: coords.latitude,
  lng: coords.longitude,
  accuracyM: coords.accuracy,
  altitudeM: coords.altitude,
  speedMs: coords.speed,
  headingDeg: coords.heading,
});

/** A lock that this tab just gave back is free a moment later. */
const LOCK_MS = 1000;

/** Holds the right to record until the returned function is called; null when another tab has it. */
function takeLock(): Promise<(() => void) | null> {
  if (!("locks" in navigator)) return Promise.resolve(() => undefined);
  return new Promise((resolve) => {
    const held = () => new Promise<void>((release) => resolve(release));
    navigator.locks.request(LOCK, { signal: AbortSignal.timeout(LOCK_MS) }, held).catch(() => resolve(null));
  });
}

type Update = (change: Partial<Recording>) => void;
type Running = { track: StoredTrack; last: TrackPoint | null; next: number; meter: Meter };

/** Stores the points of the device one after the other, and passes each one on after it was stored. */
function record(running: Running, update: Update, end: (phase: Phase) => void): () => void {
  const { track } = running;
  let [writing, isOver] = [Promise.resolve(), false];
  let stale: ReturnType<typeof setTimeout> | undefined;
  const store = (point: TrackPoint) => {
    const number = running.next++;
    running.last = point;
    writing = writing.then(async () => {
      if (isOver) return;
      await savePoint(track.id, number, point);
      running.meter = addPoint(running.meter, point);
      update({ meter: running.meter, stored: number + 1 });
      if (number + 1 === MAX_TRACK_PIECES * PIECE_POINTS) end("full");
    });
    writing.catch(() => {
      isOver = true;
      end("not-stored");
    });
  };
  const watch = navigator.geolocation.watchPosition(
    (position) => {
      const fix = fixOf(position);
      update({ phase: "recording", fix });
      clearTimeout(stale);
      stale = setTimeout(() => update({ phase: "locating", fix: null }), STALE_MS);
      const point = pointOf(fix, track.startedAt);
      if (!isOver && isRecorded(running.last, point)) store(point);
    },
    ({ code, PERMISSION_DENIED }) => {
      if (code === PERMISSION_DENIED) end("denied");
      else update({ phase: "locating", fix: null });
    },
    { enableHighAccuracy: true, maximumAge: 0 },
  );
  return () => {
    isOver = true;
    clearTimeout(stale);
    navigator.geolocation.clearWatch(watch);
  };
}

/** The recording of this device. A track of an earlier visit that was not ended is offered to be continued. */
export function useRecording(trip: string | null) {
  const [recording, setRecording] = useState<Recording>({ ...NOTHING, phase: "loading" });
  const stop = useRef<(() => void) | null>(null);
  const update = useCallback<Update>((change) => setRecording((now) => ({ ...now, ...change })), []);

  useEffect(() => {
    void findUnfinished().then(update, () => update({ phase: "not-stored" }));
    return () => stop.current?.();
  }, [update]);

  const run = async (make: () => Promise<Running>) => {
    if (!("geolocation" in navigator)) return update({ phase: "unavailable" });
    update({ phase: "locating" });
    const release = await takeLock();
    if (!release) return update({ phase: "other-tab" });
    try {
      const running = await make();
      update({ track: running.track, meter: running.meter, stored: running.next, fix: null });
      const end = (phase: Phase) => {
        stop.current?.();
        update({ phase, fix: null });
      };
      const unwatch = record(running, update, end);
      stop.current = () => {
        stop.current = null;
        unwatch();
        release();
      };
    } catch {
      release();
      update({ phase: "not-stored" });
    }
  };

  return {
    ...recording,
    start: () => run(() => newTrack(trip)),
    resume: (track: StoredTrack) => run(() => continued(track)),
    /** Ends the track; it is sent afterwards. */
    async end(): Promise<void> {
      stop.current?.();
      const release = await takeLock();
      if (!release) return update({ phase: "other-tab" });
      const { track } = recording;
      if (track) await endTrack(track);
      release();
      setRecording(NOTHING);
    },
    /** Deletes a track that the server does not have. */
    async discard(id: string): Promise<void> {
      stop.current?.();
      await removeTrack(id);
      setRecording(NOTHING);
    },
    async resetPartial(): Promise<void> {
      const { track, meter } = recording;
      if (!track) return;
      const partialFrom = totalKm(meter);
      update({ track: { ...track, partialFrom } });
      await changeTrack(track.id, { partialFrom });
    },
  };
}

/** A track that is continued after a crash ends with its last point, not when the driver answers. */
async function endTrack({ id, startedAt }: StoredTrack): Promise<void> {
  const last = (await readPoints(id)).at(-1);
  await changeTrack(id, { endedAt: startedAt + (last?.[0] ?? 0) * 100 });
}

async function findUnfinished(): Promise<Recording> {
  const track = (await storedTracks(await readOwner())).findLast(({ endedAt }) => endedAt === null);
  if (!track) return NOTHING;
  const release = await takeLock();
  if (!release) return { ...NOTHING, phase: "other-tab" };
  release();
  const points = await readPoints(track.id);
  return { ...NOTHING, phase: "unfinished", track, meter: meterOf(points), stored: points.length };
}

async function newTrack(trip: string | null): Promise<Running> {
  const track: StoredTrack = {
    id: crypto.randomUUID(),
    owner: await readOwner(),
    trip,
    startedAt: Date.now(),
    endedAt: null,
    partialFrom: 0,
    isStarted: false,
    sentPieces: 0,
    refusal: null,
  };
  await saveTrack(track);
  return { track, last: null, next: 0, meter: EMPTY_METER };
}

async function continued(track: StoredTrack): Promise<Running> {
  const points = await readPoints(track.id);
  return { track, last: points.at(-1) ?? null, next: points.length, meter: meterOf(points) };
}
