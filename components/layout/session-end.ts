export const SESSION_END_EVENT = "lacambeche:session-end";

/** Tells the page that the server no longer knows who is signed in; answers whether the page says so itself. */
export function announceSessionEnd(): boolean {
  return !window.dispatchEvent(new CustomEvent(SESSION_END_EVENT, { cancelable: true }));
}
