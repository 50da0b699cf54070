import { announceSessionEnd } from "./session-end";

/** A button inside a notice. */
export type NoticeAction = {
  /** Key of `toast.action` in `messages/<locale>/errors.json`. */
  label: "undo";
  run: () => void;
  /** Pressing the button closes the notice unless `run` updates it. */
  keepsOpen?: boolean;
};

export type Notice = {
  /** Key of `messages/<locale>/errors.json`, such as `login.failed`. */
  code: string;
  values?: Record<string, string>;
  variant?: "default" | "destructive" | "success";
  /** Milliseconds on screen; 5000 unless given, Infinity stays. */
  durationMs?: number;
  action?: NoticeAction;
};

/** A notice on its way to the screen; one with the id of a shown notice takes its place. */
export type SentNotice = Notice & { id: number };

export type NoticeHandle = {
  /** Shows other words in the notice's place and starts its time again; a notice that is gone appears anew. */
  update: (notice: Notice) => void;
  dismiss: () => void;
};

export const NOTICE_EVENT = "lacambeche:notice";
export const DISMISS_EVENT = "lacambeche:notice-dismiss";

/** Time to read a notice and press its button. */
export const ACTION_MS = 10_000;

let lastId = 0;

export const newNoticeId = () => ++lastId;

/** Shows a toast; callable from any client code, the toaster loads with the first one. */
export function notify(notice: Notice): NoticeHandle {
  if (notice.code === "auth.required" && announceSessionEnd()) return { update: notify, dismiss: () => undefined };
  const id = newNoticeId();
  const send = (next: Notice) => void window.dispatchEvent(new CustomEvent<SentNotice>(NOTICE_EVENT, { detail: { ...next, id } }));
  send(notice);
  return { update: send, dismiss: () => void window.dispatchEvent(new CustomEvent<number>(DISMISS_EVENT, { detail: id })) };
}
