import { notify } from "./notify";

export const PROOF_EVENT = "lacambeche:proof";

/** Asks the person at the screen to prove who they are, then runs `retry`; pages without the dialog show a notice. */
export function askForProof(retry?: () => void): void {
  const event = new CustomEvent("lacambeche:proof", { detail: retry, cancelable: true });
  if (window.dispatchEvent(event)) notify({ code: "auth.proofRequired", variant: "destructive" });
}
