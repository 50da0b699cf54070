import { notify } from "@/components/layout/notify";

type Failure = { serverError?: string; validationErrors?: { formErrors?: string[] }; thrownError?: Error };

const LONG_MS = 9000;

/** Turns what an action answered into a notice; field errors speak for themselves. */
export function notifyFailure({ serverError, validationErrors, thrownError }: Failure): void {
  const code = thrownError ? "service.unavailable" : (serverError ?? validationErrors?.formErrors?.[0]);
  if (!code) return;
  notify({ code, variant: "destructive", durationMs: code === "login.emailNotConfirmed" ? LONG_MS : undefined });
}
