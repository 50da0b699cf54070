export type Notice = {
  /** Key of `messages/<locale>/errors.json`, such as `login.failed`. */
  code: string;
  values?: Record<string, string>;
  variant?: "default" | "destructive" | "success";
  /** Milliseconds on screen; 5000 unless given, Infinity stays. */
  durationMs?: number;
};

/** A notice on screen. */
export type ShownNotice = Notice & { id: number };

export const NOTICE_EVENT = "lacambeche:notice";

/** Shows a toast; callable from any client code, the toaster loads with the first one. */
export function notify(notice: Notice): void {
  window.dispatchEvent(new CustomEvent<Notice>(NOTICE_EVENT, { detail: notice }));
}
