import { useCallback, useEffect, useRef, useState } from "react";
import { guestPath, isNews } from "@/lib/travel/convoys/rules";
import { GUEST_SCHEME, type Convoy, type Report } from "@/lib/travel/convoys/schema";
import { forgetConvoy, keepConvoy, keepUnsent, readStoredConvoy, type Unsent } from "./stored-convoy";
import type { Place } from "./use-position";

/** Between two reports; each one also brings the positions of the others. */
export const EVERY_MS = 10_000;
/** Between two reports without news while a channel announces changes. */
const LIVE_EVERY_MS = 60_000;
const TIMEOUT_MS = 15_000;

type Failure = "offline" | "signed-out" | "gone";

export const NO_NEWS: Report = { status: null, place: null, hide: false };

/** Sends a report as a member, or with its token as a guest, and returns the convoy. */
export async function sendReport(code: string, report: Report, token: string | null): Promise<Convoy | Failure> {
  try {
    const response = await fetch(token ? guestPath(code) : `/api/convoys/${code}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(token && { authorization: `${GUEST_SCHEME} ${token}` }),
      },
      body: JSON.stringify(report),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (response.ok) return (await response.json()) as Convoy;
    if (response.status === 401) return "signed-out";
    return response.status === 404 ? "gone" : "offline";
  } catch {
    // No connection, or it broke off during the answer.
    return "offline";
  }
}

/** Deletes a guest with name and position on the server. */
export const leaveAsGuest = (code: string, token: string): Promise<Response> =>
  fetch(guestPath(code), { method: "DELETE", headers: { authorization: `${GUEST_SCHEME} ${token}` } });

type Tools = {
  place: { readonly current: Place | null };
  /** Of a guest; null for a member. */
  token: string | null;
  /** Called with the newest convoy and what was not sent yet, when this device kept more than the page has. */
  onStored: (convoy: Convoy, unsent: Unsent) => void;
};

/** The newest answer of the server, and how to ask for another one. Requests follow each other and never overlap. */
export function useReport(initial: Convoy, { place, token, onStored }: Tools) {
  const { code } = initial;
  const [convoy, setConvoy] = useState(initial);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [age, restartAge] = useAge();
  const pending = useRef<Unsent>({ status: null, hide: false });
  const sentPlace = useRef({ measuredAt: "", at: 0 });
  const lastAnswer = useRef(0);

  const newPlace = useCallback(
    () => (place.current && place.current.measured_at !== sentPlace.current.measuredAt ? place.current : null),
    [place],
  );
  const once = useCallback(async () => {
    const { status, hide } = pending.current;
    // Positions keep their interval, however often a message makes the device ask.
    const isTime = Date.now() - sentPlace.current.at >= EVERY_MS - 1000;
    const given = hide || !isTime ? null : newPlace();
    if (given) sentPlace.current.at = Date.now();
    const answer = await sendReport(code, { status, hide, place: given }, token);
    if (typeof answer === "string") {
      lastAnswer.current = 0;
      if (answer === "gone") forgetConvoy(code);
      return setFailure(answer);
    }
    // What was chosen while the request was under way is sent next time.
    if (pending.current.status === status) pending.current.status = null;
    if (hide) pending.current.hide = false;
    if (hide || given) sentPlace.current.measuredAt = given?.measured_at ?? "";
    lastAnswer.current = Date.now();
    restartAge(Date.now());
    keepConvoy(answer, token, pending.current);
    setConvoy(answer);
    setFailure(null);
  }, [code, token, newPlace, restartAge]);

  /** Whether a report is due: something is unsent, the last one failed, or the last answer is too old. */
  const isDue = useCallback(
    (isLive: boolean) =>
      !isLive ||
      pending.current.status !== null ||
      pending.current.hide ||
      newPlace() !== null ||
      Date.now() - lastAnswer.current >= LIVE_EVERY_MS,
    [newPlace],
  );
  const report = useOneAtATime(once);
  const first = useRef(initial);
  useEffect(() => {
    const kept = readStoredConvoy(code);
    // A guest who signed in and joined is a member now, and would be shown twice.
    if (kept?.token && token === null) leaveAsGuest(code, kept.token).catch(() => undefined);
    const unsent = kept?.unsent ?? NO_NEWS;
    pending.current = { status: unsent.status, hide: unsent.hide };
    const isUnsent = isNews({ ...NO_NEWS, ...pending.current });
    const isCopy = kept !== null && Date.parse(kept.convoy.now) >= Date.parse(first.current.now);
    if (isCopy) {
      // The page is a copy of this device: what came after it is newer.
      restartAge(kept.at);
      setConvoy(kept.convoy);
    } else keepConvoy(first.current, token, pending.current);
    if (!isCopy && !isUnsent) return;
    onStored(isCopy ? kept.convoy : first.current, pending.current);
    void report();
  }, [code, token, restartAge, report, onStored]);
  return {
    convoy,
    failure,
    age,
    report,
    isDue,
    /** Sends a status, or with `hide` the request to delete the stored position, with the next report. */
    add: (news: Partial<Unsent>) => {
      Object.assign(pending.current, news);
      keepUnsent(code, pending.current);
    },
  };
}

/** Runs `work` once more after the current run, however often it is asked for meanwhile. */
function useOneAtATime(work: () => Promise<void>): () => Promise<void> {
  const running = useRef<Promise<void> | null>(null);
  const isWanted = useRef(false);
  return useCallback(() => {
    isWanted.current = true;
    running.current ??= (async () => {
      while (isWanted.current) {
        isWanted.current = false;
        await work();
      }
      running.current = null;
    })();
    return running.current;
  }, [work]);
}

/** Milliseconds since the time given with the last restart, updated every few seconds. */
function useAge(): [number, (at: number) => void] {
  const [age, setAge] = useState(0);
  const since = useRef(0);
  const restart = useCallback((at: number) => {
    since.current = at;
    setAge(Date.now() - at);
  }, []);
  useEffect(() => {
    since.current = Date.now();
    const timer = setInterval(() => setAge(Date.now() - since.current), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return [age, restart];
}
