import { MAX_BATCH } from "@/lib/garage/entries/rules";
import type { EntryBatchAnswer, LogAnswer } from "@/lib/garage/entries/schema";
import {
  noteAnswer,
  noteSent,
  readLog,
  refuseFile,
  removeFile,
  saveCars,
  type WaitingEntry,
  type WaitingFile,
} from "./log-store";

/** `idle`: everything that can be sent was sent. */
export type UploadState = "idle" | "sending" | "offline" | "signed-out" | "other-account";
type Failure = Exclude<UploadState, "idle" | "sending">;

const TIMEOUT_MS = 30_000;
const FILE_TIMEOUT_MS = 120_000;
/** Only one tab sends at a time. */
const LOCK = "vehicle-log-upload";
/** Answers of the file handler that a repetition does not change. */
const REFUSED_FILE: readonly number[] = [400, 404, 409, 413, 415, 422];

async function send(path: string, init: RequestInit, timeoutMs = TIMEOUT_MS): Promise<Response | Failure> {
  const response = await fetch(path, { ...init, signal: AbortSignal.timeout(timeoutMs) }).catch(() => null);
  if (response?.status === 401) return "signed-out";
  if (response?.status === 409) return "other-account";
  return response ?? "offline";
}

async function sendEntries(owner: string, entries: readonly WaitingEntry[]): Promise<Failure | null> {
  for (let from = 0; from < entries.length; from += MAX_BATCH) {
    const batch = entries.slice(from, from + MAX_BATCH);
    const sent = batch.map(({ id, vehicle, expected_version, content }) => ({
      id,
      vehicle,
      expected_version,
      content,
    }));
    const response = await send("/api/vehicle-entries", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ owner, entries: sent }),
    });
    if (typeof response === "string") return response;
    if (!response.ok) return "offline";
    const { answers } = (await response.json()) as EntryBatchAnswer;
    for (const answer of answers) {
      const entry = batch.find(({ id }) => id === answer.id);
      if (entry) await noteAnswer(entry, answer);
    }
  }
  return null;
}

async function sendFile({ id, vehicle, entry, kind, name, blob }: WaitingFile): Promise<Failure | null> {
  const form = new FormData();
  for (const [key, value] of Object.entries({ id, vehicle, entry, kind })) form.set(key, value);
  form.set("file", new File([blob], name, { type: blob.type }));
  const response = await send("/api/vehicle-files", { method: "POST", body: form }, FILE_TIMEOUT_MS);
  if (typeof response === "string") return response;
  if (REFUSED_FILE.includes(response.status)) await refuseFile(id);
  else if (response.ok) await Promise.all([removeFile(id), noteSent()]);
  else return "offline";
  return null;
}

/** The cars of the account as they are now; it becomes the account of the device. */
async function renewCars(): Promise<{ owner: string } | Failure> {
  const response = await send("/api/vehicle-log", {});
  if (typeof response === "string") return response;
  if (!response.ok) return "offline";
  const { owner, cars } = (await response.json()) as LogAnswer;
  await saveCars(owner, cars);
  return { owner };
}

async function sendAll(): Promise<UploadState> {
  const { owner, entries } = await readLog();
  if (!owner) return "idle";
  const failure = await sendEntries(
    owner,
    entries.filter(({ refusal, theirs }) => refusal === null && theirs === null),
  );
  if (failure) return failure;
  const { entries: left, files } = await readLog();
  // The file of a new entry needs its row; that of a stored one does not wait for an open conflict.
  const isReady = ({ entry }: WaitingFile) =>
    !left.some(({ id, expected_version }) => id === entry && expected_version === null);
  for (const file of files.filter((one) => !one.isRefused && isReady(one))) {
    const stopped = await sendFile(file);
    if (stopped) return stopped;
  }
  return "idle";
}

const inTurn = <Result>(run: () => Promise<Result>): Promise<Result> =>
  "locks" in navigator ? (navigator.locks.request(LOCK, run) as Promise<Result>) : run();

/** Sends what the device has. */
export const sendLog = (): Promise<UploadState> => inTurn(sendAll);

/** Sends what the device has, then reads the cars again; the account of the answer decides what is sent afterwards. */
export const syncLog = (): Promise<UploadState> =>
  inTurn(async () => {
    const known = (await readLog()).owner;
    const sent = known ? await sendAll() : "idle";
    if (sent === "offline" || sent === "signed-out") return sent;
    const renewed = await renewCars();
    if (typeof renewed === "string") return renewed;
    return renewed.owner === known ? sent : sendAll();
  });
