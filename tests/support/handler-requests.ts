/** Requests and a caller for the tests of the wrappers of route handlers. */
import type { Account } from "@/lib/platform/auth/account";

export const ACCOUNT: Account = {
  id: "7",
  email: "a@b.com",
  username: "a",
  role: "editor",
  permissions: [],
  rolePermissions: null,
  emailVerified: true,
  locale: null,
};
export const FOREIGN = { "sec-fetch-site": "cross-site" };
export const post = (body: unknown = {}, headers: Record<string, string> = {}) =>
  new Request("http://localhost/api/x", {
    method: "POST",
    body: typeof body === "string" ? body : JSON.stringify(body),
    headers,
  });
export const get = (query = "", headers: Record<string, string> = {}) =>
  new Request(`http://localhost/api/x${query}`, { headers });
export const at = (params: object) => ({ params: Promise.resolve(params) });
export const bodyOf = async (response: Response) => [response.status, await response.text()];
