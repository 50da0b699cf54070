import bcrypt from "bcryptjs";
import { expect, it, vi } from "vitest";
import { tokenRoute } from "./auth-sessions";
import type { Backend } from "./backend";

/** A backend whose auth library refuses every password, with one account or none. */
function backendWith(account: object | undefined): Backend {
  const refused = () => Promise.resolve(Response.json({ error_code: "invalid_credentials" }, { status: 400 }));
  return { app: { fetch: refused }, accounts: { byEmail: () => Promise.resolve(account) } } as unknown as Backend;
}

const login = () =>
  new Request("http://localhost/auth/v1/token?grant_type=password", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "ana@example.org", password: "errada" }),
  });

it.each([
  ["an unknown address", undefined, 1],
  ["an account without a password", { encrypted_password: null }, 1],
  ["an account whose password the library compares", { encrypted_password: "x", email_confirmed_at: "2026-01-01" }, 0],
])("compares a dummy password for %s so that the response time is the same", async (_name, account, times) => {
  const compare = vi.spyOn(bcrypt, "compare");
  expect((await tokenRoute(backendWith(account))(login(), "password")).status).toBe(400);
  expect(compare).toHaveBeenCalledTimes(times);
});
