import { ACCOUNT_EVENT, SIGNED_EVENT } from "@/components/accounts/accounts/account-event";
import { removePagesOfOthers } from "@/components/platform/offline/kept-pages";
import { HINT_COOKIE, TICKETS_CACHE } from "@/lib/platform/device-storage/rules";
import { ADMIN_ROLES, SELLER_ROLES, type Role } from "@/lib/platform/auth/permissions";
import { STAFF_ROLES } from "@/lib/platform/supabase/database-constants/platform";

type Session = { account: { username: string; role: Role } | null; unread?: number };

const ROLES_OF_LINK: Record<string, readonly Role[]> = { staff: STAFF_ROLES, admin: ADMIN_ROLES, seller: SELLER_ROLES };
const root = document.documentElement;

let request = new AbortController();

function show({ account, unread }: Session): void {
  if (account) root.dataset.logged = "1";
  else delete root.dataset.logged;
  for (const name of document.querySelectorAll("[data-account-name]")) name.textContent = account?.username ?? "";
  for (const badge of document.querySelectorAll("[data-unread-count]"))
    badge.textContent = unread ? String(unread) : "";
  for (const link of document.querySelectorAll<HTMLElement>("[data-role-link]")) {
    link.hidden = !account || !ROLES_OF_LINK[link.dataset.roleLink ?? ""]?.includes(account.role);
  }
}

/** Removes the tickets of an account whose session ended, or that another one followed without a sign-out. */
const removeOtherTickets = (owner: string | null) =>
  void removePagesOfOthers(TICKETS_CACHE, owner).catch(() => undefined);

/** Whether the browser has the cookie that says that somebody is signed in. */
const isHinted = () => document.cookie.split("; ").includes(`${HINT_COOKIE}=1`);

/** Fills the static header with the signed-in account; anonymous visitors cause no request. Tickets of others are removed. */
export function showSession(): void {
  request.abort();
  request = new AbortController();
  if (!isHinted()) {
    removeOtherTickets(null);
    return show({ account: null });
  }
  fetch("/api/session", { signal: request.signal })
    .then((response) => response.json() as Promise<Session>)
    .then((session) => {
      show(session);
      // The answer has no account while the backend is down, too.
      if (session.account) removeOtherTickets(session.account.username);
    })
    .catch(() => undefined);
}

/** Fills the header again after a change of the account, also one in another tab. */
export function followSession(): void {
  window.addEventListener(ACCOUNT_EVENT, showSession);
  for (const event of ["visibilitychange", "focus"])
    window.addEventListener(event, () => {
      if (document.hidden || isHinted() === (root.dataset.logged === "1")) return;
      showSession();
      window.dispatchEvent(new Event(SIGNED_EVENT));
    });
}
