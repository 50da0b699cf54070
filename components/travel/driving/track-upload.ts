import {
  PIECE_POINTS,
  pieceCount,
  type TrackPoint,
  type UploadAnswer,
  type UploadStatus,
} from "@/lib/travel/tracks/rules";
import {
  changeTrack,
  countPoints,
  readOwner,
  readPoints,
  removeClosing,
  removeTrack,
  saveOwner,
  storedClosings,
  storedTracks,
  type StoredTrack,
} from "./driving-store";

/** `idle`: everything that can be sent was sent. */
export type UploadState = "idle" | "sending" | "offline" | "signed-out" | "refused";

const PIECES_AT_ONCE = 10;
const TIMEOUT_MS = 30_000;
const RETRIED: readonly UploadStatus[] = ["in_future", "other_account"];
/** Only one tab sends. */
const LOCK = "driving-upload";

type Failure = Exclude<UploadState, "idle" | "sending">;

async function post(path: string, body: object): Promise<Response | Failure> {
  const response = await fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => null);
  if (response?.status === 401) return "signed-out";
  return response && (response.ok || response.status === 404) ? response : "offline";
}

async function readPieces(track: StoredTrack, until: number): Promise<{ number: number; points: TrackPoint[] }[]> {
  const count = Math.min(until - track.sentPieces, PIECES_AT_ONCE);
  const numbers = Array.from({ length: Math.max(0, count) }, (_, index) => track.sentPieces + index);
  return Promise.all(
    numbers.map(async (number) => ({
      number,
      points: await readPoints(track.id, number * PIECE_POINTS, (number + 1) * PIECE_POINTS),
    })),
  );
}

/** Sends the next pieces of a track; `done` when there is nothing left to send now. */
async function sendNext(track: StoredTrack): Promise<StoredTrack | "done" | Failure> {
  const count = await countPoints(track.id);
  const isEnded = track.endedAt !== null;
  if (isEnded && count === 0 && !track.isStarted) {
    await removeTrack(track.id);
    return "done";
  }
  const all = pieceCount(count, isEnded);
  const pieces = await readPieces(track, all);
  if (pieces.length === 0 && !isEnded) return "done";
  const isLast = isEnded && track.sentPieces + pieces.length === all;
  const sent = await post("/api/trip-tracks", {
    owner: track.owner,
    id: track.id,
    trip: track.trip,
    startedAt: new Date(track.startedAt).toISOString(),
    isStarted: track.isStarted,
    pieces,
    end: isLast ? { endedAt: new Date(track.endedAt!).toISOString(), pieces: all } : null,
  });
  if (typeof sent === "string") return sent;
  return noteAnswer(track, (await sent.json()) as UploadAnswer);
}

async function noteAnswer(track: StoredTrack, answer: UploadAnswer): Promise<StoredTrack | "done" | Failure> {
  const { status, stored } = answer;
  if (status === "other_account") return "signed-out";
  await saveOwner(answer.owner);
  if (status === "finished") {
    await removeTrack(track.id);
    return "done";
  }
  const isAccepted = status === "stored" || stored > 0;
  // After a restored backup the server has fewer pieces than it answered before.
  const sentPieces = status === "missing" ? 0 : track.sentPieces + stored;
  const isRefused = status !== "stored" && status !== "missing" && !RETRIED.includes(status);
  const isRepeated = status === "missing" && track.sentPieces === 0;
  const change = {
    owner: answer.owner,
    isStarted: track.isStarted || isAccepted,
    sentPieces,
    refusal: isRefused || isRepeated ? status : null,
  };
  await changeTrack(track.id, change);
  if (change.refusal) return "refused";
  return status === "in_future" ? "offline" : { ...track, ...change };
}

async function sendTrack(track: StoredTrack): Promise<Failure | null> {
  if (track.refusal) return "refused";
  let next: Awaited<ReturnType<typeof sendNext>> = track;
  while (typeof next !== "string") next = await sendNext(next);
  return next === "done" ? null : next;
}

async function sendClosings(owner: string | null): Promise<Failure | null> {
  for (const { trip } of await storedClosings(owner)) {
    const sent = await post(`/api/trips/${trip}`, { isDone: true });
    if (typeof sent === "string") return sent;
    // 404: the trip was deleted meanwhile.
    await removeClosing(trip);
  }
  return null;
}

async function sendAll(): Promise<UploadState> {
  const owner = await readOwner();
  const failures: (Failure | null)[] = [];
  for (const track of await storedTracks(owner)) failures.push(await sendTrack(track));
  failures.push(await sendClosings(owner));
  return failures.find((failure) => failure !== null) ?? "idle";
}

/** Sends what the device has; the answer of another tab counts as sent. */
export async function sendDriving(): Promise<UploadState> {
  if (!("locks" in navigator)) return sendAll();
  return navigator.locks.request(LOCK, { ifAvailable: true }, async (lock) => (lock ? sendAll() : "sending"));
}
