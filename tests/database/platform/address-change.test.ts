import type { SupabaseClient } from "@supabase/supabase-js";
import { describe, expect, it, vi } from "vitest";
import { linkTo, newEmail, service, signedInUser, stubSiteEnvironment } from "../auth-client";

vi.mock("next/headers", () => ({
  headers: async () => new Headers(),
  cookies: async () => ({ get: () => undefined, set: () => {}, delete: () => {}, getAll: () => [] }),
}));

/** Opens the link of the newest mail to an address, in a browser without a session unless `client` has one. */
async function openLinkOf(address: string, client?: SupabaseClient) {
  stubSiteEnvironment();
  const { openMailLink } = await import("@/lib/accounts/accounts/mutations");
  const { createSessionClientOn } = await import("@/lib/platform/supabase/session");
  const browser = createSessionClientOn({ getAll: () => [], setAll: () => {} }, "192.0.2.5");
  const tokenHash = (await linkTo(address)).get("token_hash") ?? "";
  return openMailLink((client as typeof browser | undefined) ?? browser, { tokenHash, type: "email_change" });
}

describe("the two links of an address change", () => {
  it.each(["current", "new"] as const)("count in any order, first the one of the %s address", async (order) => {
    const { email, id, client } = await signedInUser();
    const next = newEmail();
    expect((await client.auth.updateUser({ email: next })).error).toBeNull();
    const [first, second] = order === "current" ? [email, next] : [next, email];
    const addressNow = async () => (await service.auth.admin.getUserById(id)).data.user?.email;

    expect(await openLinkOf(first)).toBe("first_of_two");
    expect(await addressNow()).toBe(email);
    await expect(openLinkOf(first)).rejects.toThrow("link.expired");
    expect(await openLinkOf(second, client)).toEqual({ firstProof: true, mustChoosePassword: false });
    expect(await addressNow()).toBe(next);
  });

  it("ask for a new password when the second one is opened in another browser", async () => {
    const { email, client } = await signedInUser();
    const next = newEmail();
    await client.auth.updateUser({ email: next });
    expect(await openLinkOf(email)).toBe("first_of_two");
    expect(await openLinkOf(next)).toEqual({ firstProof: false, mustChoosePassword: true });
  });
});
