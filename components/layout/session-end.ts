export const SESSION_END_EVENT = "lacambeche:session-end";

/** Fires the event for an expired session; returns whether a listener on the page handles it. */
export function announceSessionEnd(): boolean {
  return !window.dispatchEvent(new CustomEvent(SESSION_END_EVENT, { cancelable: true }));
}
