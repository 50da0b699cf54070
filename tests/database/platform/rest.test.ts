import { afterAll, beforeAll, describe, expect, it } from "vitest";

const url = process.env.TEST_SUPABASE_URL ?? "";
const publishableKey = process.env.TEST_SUPABASE_PUBLISHABLE_KEY ?? "";
const secretKey = process.env.TEST_SUPABASE_SECRET_KEY ?? "";
const EMAIL = "rest@actors.example.org";
const PASSWORD = "uma-senha-de-teste-1";

type Answer = { status: number; body: unknown };

async function call(
  method: string,
  path: string,
  options: { token?: string; key?: string; body?: unknown } = {},
): Promise<Answer> {
  const key = options.key ?? publishableKey;
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      apikey: key,
      authorization: `Bearer ${options.token ?? key}`,
      "content-type": "application/json",
      prefer: "return=representation",
    },
    body: options.body === undefined ? undefined : JSON.stringify(options.body),
  });
  const text = await response.text();
  return { status: response.status, body: text ? JSON.parse(text) : null };
}

let id = "";
let token = "";

beforeAll(async () => {
  const created = await call("POST", "/auth/v1/admin/users", {
    key: secretKey,
    body: {
      email: EMAIL,
      password: PASSWORD,
      email_confirm: true,
      user_metadata: { role: "superadministrador", username: "Rest" },
    },
  });
  if (created.status >= 300) throw new Error(`no test account: ${JSON.stringify(created.body)}`);
  id = (created.body as { id: string }).id;
  const session = await call("POST", "/auth/v1/token?grant_type=password", {
    body: { email: EMAIL, password: PASSWORD },
  });
  token = (session.body as { access_token: string }).access_token;
});

afterAll(() => call("DELETE", `/auth/v1/admin/users/${id}`, { key: secretKey }));

describe("over the REST API, a signed-in account", () => {
  it("has role user, also when its metadata contains another role", async () => {
    const { body } = await call("GET", `/rest/v1/profiles?select=id,role,username`, { token });
    expect(body).toEqual([{ id, role: "user", username: "Rest" }]);
  });

  it.each([
    ["PATCH", "UPDATE"],
    ["DELETE", "DELETE"],
  ])("cannot send a %s without a filter, which safeupdate refuses", async (method, verb) => {
    for (const query of ["", "?select=id", "?columns=username&order=id"])
      expect(await call(method, `/rest/v1/profiles${query}`, { token, body: { username: "Everybody" } })).toEqual({
        status: 400,
        body: { code: "21000", message: `${verb} requires a WHERE clause`, details: null, hint: null },
      });
  });

  it("reads its own data from current_account", async () => {
    const { body } = await call("POST", "/rest/v1/rpc/current_account", { token, body: {} });
    expect(body).toEqual([
      {
        id,
        username: "Rest",
        role: "user",
        permissions: [],
        role_permissions: [],
        email_verified_at: null,
        locale: "pt-BR",
        theme: "dark",
        session_state: "live",
      },
    ]);
  });

  it("changes its preferences", async () => {
    const { status, body } = await call("PATCH", `/rest/v1/profiles?id=eq.${id}`, { token, body: { theme: "light" } });
    expect(status).toBe(200);
    expect(body).toMatchObject([{ theme: "light" }]);
  });

  it.each([
    { role: "superadministrador" },
    { permissions: ["users"] },
    { email_verified_at: "2026-01-01T00:00:00Z" },
    { theme: "light", role: "admin" },
  ])("cannot promote itself with %j", async (body) => {
    const { status } = await call("PATCH", `/rest/v1/profiles?id=eq.${id}`, { token, body });
    expect(status).toBe(403);
    const { body: profile } = await call("GET", "/rest/v1/profiles?select=role,permissions,email_verified_at", {
      token,
    });
    expect(profile).toEqual([{ role: "user", permissions: [], email_verified_at: null }]);
  });

  it("cannot promote itself by upsert", async () => {
    const { status } = await call("POST", "/rest/v1/profiles?on_conflict=id", { token, body: { id, role: "admin" } });
    expect(status).toBeGreaterThanOrEqual(400);
  });

  it.each(["has_permission", "account_role", "write_audit", "handle_new_user"])(
    "cannot call private.%s",
    async (name) => {
      const { status } = await call("POST", `/rest/v1/rpc/${name}`, { token, body: { key: "users" } });
      expect(status).toBe(404);
    },
  );

  it.each(["page_views", "audit_log", "role_permissions"])("cannot write to %s", async (table) => {
    const rows: Record<string, object> = {
      page_views: { page_path: "/sc/home" },
      audit_log: { action: "update", entity: "x", entity_id: "1" },
      role_permissions: { role: "user", permission_key: "users" },
    };
    const { status } = await call("POST", `/rest/v1/${table}`, { token, body: rows[table] });
    expect(status).toBe(403);
  });
});

describe("over the REST API, an anonymous visitor", () => {
  it("reads published routes with their stops", async () => {
    const { status, body } = await call(
      "GET",
      "/rest/v1/regions?select=slug,region_waypoints(name)&state_abbr=eq.SC&limit=1",
    );
    expect(status).toBe(200);
    expect((body as { region_waypoints: unknown[] }[])[0]?.region_waypoints.length).toBeGreaterThanOrEqual(3);
  });

  it.each(["profiles", "roles", "role_permissions", "audit_log", "page_views"])(
    "reads no rows of %s",
    async (table) => {
      const { status, body } = await call("GET", `/rest/v1/${table}?limit=1`);
      // Refused when the role has no grant, an empty list when only row security applies.
      const answer = status === 401 || status === 403 ? "refused" : body;
      expect([[], "refused"]).toContainEqual(answer);
    },
  );

  it("gets no account from current_account", async () => {
    const { status } = await call("POST", "/rest/v1/rpc/current_account", { body: {} });
    expect([401, 403]).toContain(status);
  });

  it("gets 400 for a query with too deeply nested brackets", async () => {
    expect((await call("GET", `/rest/v1/states?select=${"a(".repeat(2500)}`)).status).toBe(400);
  });
});
