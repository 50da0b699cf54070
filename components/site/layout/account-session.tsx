"use client";

import { usePathname, useRouter } from "next/navigation";
import { useEffect } from "react";
import { ACCOUNT_EVENT } from "@/components/accounts/accounts/account-event";
import { HINT_COOKIE } from "@/lib/platform/device-storage/rules";
import { ADMIN_ROLES, SELLER_ROLES, type Role } from "@/lib/platform/auth/permissions";
import { STAFF_ROLES } from "@/lib/platform/supabase/database-constants/platform";

type Session = { account: { username: string; role: Role } | null; unread?: number };

const ROLES_OF_LINK: Record<string, readonly Role[]> = { staff: STAFF_ROLES, admin: ADMIN_ROLES, seller: SELLER_ROLES };

function show({ account, unread }: Session) {
  if (account) document.documentElement.dataset.logged = "1";
  else delete document.documentElement.dataset.logged;
  for (const name of document.querySelectorAll("[data-account-name]")) name.textContent = account?.username ?? "";
  for (const badge of document.querySelectorAll("[data-unread-count]"))
    badge.textContent = unread ? String(unread) : "";
  for (const link of document.querySelectorAll<HTMLElement>("[data-role-link]")) {
    link.hidden = !account || !ROLES_OF_LINK[link.dataset.roleLink ?? ""]?.includes(account.role);
  }
}

const isHinted = () => document.cookie.split("; ").includes(`${HINT_COOKIE}=1`);

function fetchSession(signal: AbortSignal): void {
  if (!isHinted()) return show({ account: null });
  fetch("/api/session", { signal })
    .then((response) => response.json() as Promise<Session>)
    .then(show)
    .catch(() => undefined);
}

/** Fills the static header with the signed-in account; anonymous visitors cause no request. */
export function AccountSession() {
  const pathname = usePathname();
  const router = useRouter();
  useEffect(() => {
    const cancel = new AbortController();
    fetchSession(cancel.signal);
    window.addEventListener(ACCOUNT_EVENT, () => fetchSession(cancel.signal), { signal: cancel.signal });
    return () => cancel.abort();
  }, [pathname]);
  useEffect(() => {
    // Another tab may have signed in or out meanwhile; a protected page then redirects to the sign-in page.
    const follow = () => {
      if (document.hidden || isHinted() === (document.documentElement.dataset.logged === "1")) return;
      window.dispatchEvent(new Event(ACCOUNT_EVENT));
      router.refresh();
    };
    const events = ["visibilitychange", "focus"] as const;
    for (const event of events) window.addEventListener(event, follow);
    return () => events.forEach((event) => window.removeEventListener(event, follow));
  }, [router]);
  return null;
}
