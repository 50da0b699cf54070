import type { Guard } from "../paths";
import { localePath, type Locale } from "../i18n/routing";
import { hasPermission, type Holder } from "./permissions";

export type Access =
  | { allowed: true }
  | { allowed: false; redirectTo: string; flash?: "access.denied" | "access.permission" };

type Visitor = Holder | null;

/** The redirects of the specification's section 6 for one visitor at one guarded path (without locale prefix, with its query). */
export function decideAccess(guard: Guard, account: Visitor, locale: Locale, path: string): Access {
  if (!account) {
    const from = encodeURIComponent(localePath(locale, path));
    return { allowed: false, redirectTo: `${localePath(locale, guard.login)}?next=${from}` };
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
