import type { Guard } from "../paths";
import { localePath, type Locale } from "../i18n/routing";
import { hasPermission, type Holder } from "./permissions";

/** `live`, or why a session is not valid (`private.session_state()` in the migrations). */
export const SESSION_STATES = [
  "none",
  "ended",
  "blocked",
  "expired",
  "idle",
  "second_factor",
  "enrolment",
  "live",
] as const;
export type SessionState = (typeof SESSION_STATES)[number];

/** Whether the second factor is still required after a correct password. */
export const isSecondFactorDue = (state: SessionState) => state === "second_factor" || state === "enrolment";

export type Access =
  | { allowed: true }
  | {
      allowed: false;
      redirectTo: string;
      flash?: "access.denied" | "access.permission" | "session.idle" | "session.expired";
    };

const AREA_OF_LOGIN = { "/login": "traveller", "/admin/login": "admin", "/vendedor/login": "seller" } as const;

type Visitor = Holder | null;

/** Access check for one guarded path (without locale prefix, with query), with the redirects of section 6 of the specification. */
export function decideAccess(
  guard: Guard,
  account: Visitor,
  locale: Locale,
  path: string,
  state: SessionState = account ? "live" : "none",
): Access {
  if (!account) {
    const from = encodeURIComponent(localePath(locale, path));
    const area = AREA_OF_LOGIN[guard.login];
    if (isSecondFactorDue(state))
      return { allowed: false, redirectTo: `${localePath(locale, "/auth/second-factor")}?area=${area}&next=${from}` };
    const redirectTo = `${localePath(locale, guard.login)}?next=${from}`;
    return state === "idle" || state === "expired"
      ? { allowed: false, redirectTo, flash: `session.${state}` }
      : { allowed: false, redirectTo };
  }
  if (guard.roles && !guard.roles.includes(account.role)) {
    const home = account.role === "vendedor" ? "/vendedor/dashboard" : "/home";
    return { allowed: false, redirectTo: localePath(locale, home), flash: "access.denied" };
  }
  if (guard.permission && guard.permission !== "dashboard" && !hasPermission(account, guard.permission)) {
    return { allowed: false, redirectTo: localePath(locale, "/admin"), flash: "access.permission" };
  }
  return { allowed: true };
}
