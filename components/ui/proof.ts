import { notify } from "./notify";

export const PROOF_EVENT = "lacambeche:proof";

/** Opens the re-authentication dialog, then runs `retry`; pages without the dialog show a notice. */
export function requestProof(retry?: () => void): void {
  const event = new CustomEvent("lacambeche:proof", { detail: retry, cancelable: true });
  if (window.dispatchEvent(event)) notify({ code: "auth.proofRequired", variant: "destructive" });
}
