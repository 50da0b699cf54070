import type { Messages } from "next-intl";
import { HINT_COOKIE } from "@/lib/platform/device-storage/rules";
import {
  isAccurate,
  MAX_STAMPS,
  subjectKey,
  subjectOf,
  type StampAnswer,
  type StampResult,
} from "@/lib/guide/passport/rules";
import { requestPosition, NOTICE_SHOWN } from "../../geo/map/geolocation";
import { queuedStamps, queueStamp, readOwner, removeStamps, saveOwner } from "./stamp-queue";

export type StampTexts = Messages["guide/passport"]["button"];
type State = "idle" | "locating" | "queued" | "stamped";
type Options = { texts: StampTexts; signIn: string; onStamped?: () => void };

const isSignedIn = () => document.cookie.split("; ").includes(`${HINT_COOKIE}=1`);
const holders = () => [...document.querySelectorAll<HTMLElement>("[data-stamp]")];
const holdersOf = (key: string) => holders().filter(({ dataset }) => dataset.stamp === key);

function show({ texts }: Options, holder: HTMLElement, state: State, message = ""): void {
  const button = holder.querySelector("button")!;
  holder.dataset.state = state;
  button.disabled = state !== "idle";
  holder.querySelector("[data-label]")!.textContent = texts[state];
  holder.querySelector("[role=status]")!.textContent = message;
}

/** The message of a stamp that waits; without an account it has the link to the sign-in page. */
function showQueued(options: Options, holder: HTMLElement): void {
  const { texts, signIn } = options;
  show(options, holder, "queued", isSignedIn() ? texts.waiting : texts.signedOut);
  if (isSignedIn()) return;
  const link = document.createElement("a");
  link.href = signIn;
  link.textContent = texts.signIn;
  link.className = "ml-1 inline-flex min-h-11 items-center text-link underline underline-offset-4";
  holder.querySelector("[role=status]")!.append(link);
}

async function stamp(options: Options, holder: HTMLElement, { coords, timestamp }: GeolocationPosition): Promise<void> {
  const subject = subjectOf(holder.dataset.stamp);
  if (!subject) return;
  if (!isAccurate(subject.type, coords.accuracy)) return show(options, holder, "idle", options.texts.result.inaccurate);
  await queueStamp({
    ...subject,
    clientId: crypto.randomUUID(),
    owner: isSignedIn() ? await readOwner() : null,
    lat: coords.latitude,
    lng: coords.longitude,
    accuracyM: Math.round(coords.accuracy),
    stampedAt: new Date(timestamp).toISOString(),
  });
  showQueued(options, holder);
  await sendStamps(options);
}

function ask(options: Options, holder: HTMLElement): void {
  const failed = () => show(options, holder, "idle", options.texts.noPosition);
  show(options, holder, "locating");
  requestPosition(
    { mapsLoaded: true },
    async (position) => {
      await stamp(options, holder, position).catch(() => show(options, holder, "idle", options.texts.notStored));
      return NOTICE_SHOWN;
    },
    failed,
  );
}

let sending: Promise<void> | null = null;

/** Sends the queue; a call during another one waits for it and then sends what was added meanwhile. */
async function sendStamps(options: Options): Promise<void> {
  while (sending) await sending;
  sending = sendQueue(options).catch(() => undefined);
  await sending;
  sending = null;
}

async function sendQueue(options: Options): Promise<void> {
  if (!isSignedIn()) return;
  let queue = await queuedStamps();
  do {
    const answer = await post(queue.slice(0, MAX_STAMPS));
    if (!answer) return;
    await saveOwner(answer.owner);
    await removeStamps(answer.results.map(({ clientId }) => clientId));
    showAnswer(options, queue, answer);
    const left = await queuedStamps();
    // No answer for any stamp would repeat the same request.
    if (answer.results.length === 0) return;
    queue = left;
  } while (queue.length > 0);
}

/** The answer of the server; null without a connection, session or capacity, when the stamps stay in the queue. */
async function post(stamps: readonly unknown[]): Promise<StampAnswer | null> {
  const response = await fetch("/api/passport-stamps", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ stamps }),
  });
  return response.ok ? ((await response.json()) as StampAnswer) : null;
}

type Queue = Awaited<ReturnType<typeof queuedStamps>>;

function showAnswer(options: Options, queue: Queue, { results, stamped }: StampAnswer): void {
  for (const { clientId, result } of results) {
    const sent = queue.find((one) => one.clientId === clientId);
    if (!sent) continue;
    for (const holder of holdersOf(subjectKey(sent.type, sent.id))) showResult(options, holder, result);
  }
  const keys = new Set(stamped);
  for (const holder of holders())
    if (keys.has(holder.dataset.stamp!) && holder.dataset.state !== "stamped") show(options, holder, "stamped");
  if (results.some(({ result }) => result === "stamped")) options.onStamped?.();
}

function showResult(options: Options, holder: HTMLElement, result: StampResult): void {
  const isStamped = result === "stamped" || result === "already_stamped";
  show(options, holder, isStamped ? "stamped" : "idle", options.texts.result[result]);
}

/** Enables the buttons of the page, shows waiting stamps and sends them; returns a function that stops it. */
export function startStamps(options: Options): () => void {
  const clicked = (event: MouseEvent) => {
    const holder = event.target instanceof Element && event.target.closest<HTMLElement>("[data-stamp] button");
    if (holder) ask(options, holder.closest<HTMLElement>("[data-stamp]")!);
  };
  const send = () => void sendStamps(options);
  for (const holder of holders()) show(options, holder, "idle");
  document.addEventListener("click", clicked);
  window.addEventListener("online", send);
  void queuedStamps()
    .then((queue) => {
      for (const { type, id } of queue)
        for (const holder of holdersOf(subjectKey(type, id))) showQueued(options, holder);
    })
    .catch(() => undefined)
    .then(send);
  return () => {
    document.removeEventListener("click", clicked);
    window.removeEventListener("online", send);
  };
}
