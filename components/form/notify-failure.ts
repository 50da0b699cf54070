import { notify, type Notice } from "@/components/ui/notify";
import { requestProof } from "@/components/ui/proof";
import { isSessionOver } from "@/components/ui/session-end";

type Failure = { serverError?: string; validationErrors?: { formErrors?: string[] }; thrownError?: Error };

const LONG_MS = 9000;

/** The notice for a failed action; null for field errors, which are shown at their fields. */
export function failureNotice({ serverError, validationErrors, thrownError }: Failure): Notice | null {
  const code = thrownError ? "service.unavailable" : (serverError ?? validationErrors?.formErrors?.[0]);
  return code
    ? { code, variant: "destructive", durationMs: code === "login.emailNotConfirmed" ? LONG_MS : undefined }
    : null;
}

/**
 * Shows the failure of an action; field errors are shown at their fields. An action that needs a recent re-authentication
 * opens the dialog for it, and `retry` runs afterwards. A guarded page answers an action without a session with a redirect,
 * which the browser reports as a lost answer.
 */
export function notifyFailure(failure: Failure, retry?: () => void): void {
  if (failure.serverError === "auth.proofRequired") return requestProof(retry);
  const notice = failureNotice(failure);
  if (!notice) return;
  if (!failure.thrownError) return void notify(notice);
  void isSessionOver()
    .catch(() => false)
    .then((isOver) => notify(isOver ? { code: "auth.required", variant: "destructive" } : notice));
}
