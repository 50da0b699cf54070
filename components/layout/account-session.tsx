"use client";

import { usePathname } from "next/navigation";
import { useEffect } from "react";
import { HINT_COOKIE } from "@/lib/device-storage/rules";
import { ADMIN_ROLES, SELLER_ROLES, STAFF_ROLES, type Role } from "@/lib/platform/auth/permissions";

type Session = { account: { username: string; role: Role } | null; unread?: number };

const ROLES_OF_LINK: Record<string, readonly Role[]> = { staff: STAFF_ROLES, admin: ADMIN_ROLES, seller: SELLER_ROLES };

function show({ account, unread }: Session) {
  if (account) document.documentElement.dataset.logged = "1";
  else delete document.documentElement.dataset.logged;
  for (const name of document.querySelectorAll("[data-account-name]")) name.textContent = account?.username ?? "";
  for (const badge of document.querySelectorAll("[data-unread-count]")) badge.textContent = unread ? String(unread) : "";
  for (const link of document.querySelectorAll<HTMLElement>("[data-role-link]")) {
    link.hidden = !account || !ROLES_OF_LINK[link.dataset.roleLink ?? ""]?.includes(account.role);
  }
}

/** Fills the static header with who is signed in; anonymous visitors cost no request. */
export function AccountSession() {
  const pathname = usePathname();
  useEffect(() => {
    if (!document.cookie.split("; ").includes(`${HINT_COOKIE}=1`)) return show({ account: null });
    const cancel = new AbortController();
    fetch("/api/session", { signal: cancel.signal })
      .then((response) => response.json() as Promise<Session>)
      .then(show)
      .catch(() => undefined);
    return () => cancel.abort();
  }, [pathname]);
  return null;
}
