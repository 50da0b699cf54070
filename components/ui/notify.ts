import { announceSessionEnd, signInAddress } from "./session-end";

export type NoticeAction = {
  /** Key of `toast.action` in `messages/<locale>/errors.json`. */
  label: "undo" | "signIn";
  run: () => void;
  /** Pressing the button closes the notice unless `run` updates it. */
  keepsOpen?: boolean;
};

export type Notice = {
  /** Key of `messages/<locale>/errors.json`, such as `login.failed`. */
  code: string;
  values?: Record<string, string>;
  variant?: "default" | "destructive" | "success";
  /** Display time in milliseconds; 5000 by default, Infinity never closes the notice. */
  durationMs?: number;
  action?: NoticeAction;
};

/** A notice sent to the toaster; one with the id of a shown notice replaces it. */
export type SentNotice = Notice & { id: number };

export type NoticeHandle = {
  /** Replaces the content of the notice and restarts its timer; a closed notice is shown again. */
  update: (notice: Notice) => void;
  dismiss: () => void;
};

export const NOTICE_EVENT = "lacambeche:notice";
export const DISMISS_EVENT = "lacambeche:notice-dismiss";

/** Display time of a notice with a button, in milliseconds. */
export const ACTION_MS = 10_000;

let lastId = 0;

export const newNoticeId = () => ++lastId;

/** Opens the sign-in in another tab, so that the page keeps what was typed. */
export const signInAction = (): NoticeAction => ({
  label: "signIn",
  run: () => void window.open(signInAddress(window.location.pathname), "_blank"),
});

/** Shows a toast; callable from any client code, the toaster is loaded with the first one. */
export function notify(notice: Notice): NoticeHandle {
  if (notice.code === "auth.required" && announceSessionEnd()) return { update: notify, dismiss: () => undefined };
  const id = newNoticeId();
  const offered = (next: Notice): Notice =>
    next.code === "auth.required"
      ? { action: signInAction(), ...next, durationMs: next.durationMs ?? ACTION_MS }
      : next;
  const send = (next: Notice) =>
    void window.dispatchEvent(new CustomEvent<SentNotice>(NOTICE_EVENT, { detail: { ...offered(next), id } }));
  send(notice);
  return {
    update: send,
    dismiss: () => void window.dispatchEvent(new CustomEvent<number>(DISMISS_EVENT, { detail: id })),
  };
}
