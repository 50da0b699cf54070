import { demoAccount, openSession, publishableKey } from "../support/accounts";
import { expect, test } from "../support/test";

const GUIDE = [
  "/",
  "/home",
  "/sc/home",
  "/sc/regioes",
  "/sc/rota/serra-do-rio-do-rastro",
  "/english/sc/home",
  "/espanol",
];

const FORGED_HOSTS: Record<string, string>[] = [
  { host: "evil.example" },
  { "x-forwarded-host": "evil.example", "x-forwarded-proto": "https" },
  { forwarded: "host=evil.example" },
];

/** The source list of one directive of a response's content security policy. */
function sources(policy: string | undefined, directive: string): string[] {
  const found = (policy ?? "").split(";").find((part) => part.trim().startsWith(`${directive} `));
  return found?.trim().split(/\s+/).slice(1) ?? [];
}

test("public pages set no cookie, read no session and allow only known scripts", async ({ visitorAs }) => {
  const [anonymous, signedIn] = [await visitorAs(null), await visitorAs("admin")];
  for (const path of GUIDE) {
    const answer = await anonymous.get(path);
    const headers = answer.headers();
    const policy = headers["content-security-policy"];
    expect(answer.status(), path).toBe(200);
    expect(headers["set-cookie"], path).toBeUndefined();
    expect(sources(policy, "script-src"), path).not.toContain("'unsafe-inline'");
    expect(sources(policy, "script-src"), path).not.toContain("'unsafe-eval'");
    expect(
      sources(policy, "script-src").some((source) => source.startsWith("'sha256-")),
      path,
    ).toBe(true);
    for (const [directive, allowed] of [
      ["frame-ancestors", "'none'"],
      ["object-src", "'none'"],
      ["base-uri", "'self'"],
      ["form-action", "'self'"],
    ] as const) {
      expect(sources(policy, directive), `${path} ${directive}`).toEqual([allowed]);
    }
    expect(headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "referrer-policy": "strict-origin-when-cross-origin",
    });
    expect(headers["x-powered-by"], path).toBeUndefined();
    expect(await (await signedIn.get(path)).text(), path).not.toContain("administradora");
  }
});

test("signed-in pages use a new nonce and have no inline exceptions", async ({ visitorAs }) => {
  const visitor = await visitorAs("user");
  const policies = [await visitor.get("/painel"), await visitor.get("/painel")].map(
    (answer) => answer.headers()["content-security-policy"],
  );
  const nonces = policies.map((policy) => sources(policy, "script-src").find((source) => source.startsWith("'nonce-")));
  expect(nonces[0]).toBeDefined();
  expect(nonces[0]).not.toBe(nonces[1]);
  expect(sources(policies[0], "script-src")).not.toContain("'unsafe-inline'");
});

test("a forged Host header does not change redirects or links", async ({ visitorAs, baseURL }) => {
  const visitor = await visitorAs(null);
  for (const headers of FORGED_HOSTS) {
    for (const path of ["/painel", "/select-state/sc", "/SC/home", "/pt-BR/home"]) {
      const answer = await visitor.get(path, { headers });
      const target = new URL(answer.headers()["location"] ?? "/", baseURL);
      expect(target.origin, `${path} ${JSON.stringify(headers)}`).toBe(new URL(baseURL ?? "").origin);
    }
    for (const path of ["/", "/rs/home", "/login", "/nada"]) {
      expect(await (await visitor.get(path, { headers })).text(), `${path} ${JSON.stringify(headers)}`).not.toContain(
        "evil.example",
      );
    }
  }
});

test("the backend's own pages and services that the product does not use are not forwarded", async ({ visitorAs }) => {
  const visitor = await visitorAs(null);
  for (const path of [
    "/_system",
    "/_system/studio",
    "/mailbox",
    "/mailbox.json",
    "/auth/v1/admin/users",
    "/graphql/v1",
    "/functions/v1/x",
    "/realtime/v1/x",
  ]) {
    const answer = await visitor.get(path, { headers: { apikey: publishableKey() } });
    expect([401, 403, 404], `${path} ${answer.status()}`).toContain(answer.status());
    expect(await answer.text(), path).not.toMatch(/@lacambeche\.local|Caixa de e-mails|studio/i);
  }
});

test.describe("a browser client cannot change its role user", () => {
  const WISHES = [
    { role: "superadministrador" },
    { permissions: ["users", "permissions"] },
    { email_verified_at: "2026-01-01T00:00:00Z" },
    { blocked_at: null, role: "admin" },
  ];

  test("by writing its profile over REST", async ({ visitorAs, sql }) => {
    const visitor = await visitorAs(null);
    const { userId, accessToken } = await openSession(demoAccount("user"));
    const [before] = await sql`select * from public.profiles where id = ${userId}`;
    for (const token of [accessToken, publishableKey()]) {
      const headers = { apikey: publishableKey(), authorization: `Bearer ${token}`, prefer: "return=representation" };
      const one = `/rest/v1/profiles?id=eq.${userId}`;
      for (const wish of WISHES) {
        const tries = [
          await visitor.patch(one, { headers, data: wish }),
          await visitor.patch("/rest/v1/profiles?id=not.is.null", { headers, data: wish }),
          await visitor.put(one, { headers, data: { ...before, ...wish } }),
          await visitor.post("/rest/v1/profiles?on_conflict=id", {
            headers: { ...headers, prefer: "resolution=merge-duplicates" },
            data: { id: userId, ...wish },
          }),
          await visitor.post("/rest/v1/profiles", { headers, data: { id: crypto.randomUUID(), ...wish } }),
          await visitor.delete(one, { headers }),
        ];
        for (const answer of tries)
          expect(answer.ok() ? await answer.text() : "refused", answer.url()).toMatch(/^(?:refused|\[\]|)$/);
      }
    }
    const [after] = await sql`select * from public.profiles where id = ${userId}`;
    expect(after).toEqual(before);
  });

  test("by RPC or by tables that grant rights", async ({ visitorAs, sql }) => {
    const visitor = await visitorAs(null);
    const { userId, accessToken } = await openSession(demoAccount("user"));
    const headers = { apikey: publishableKey(), authorization: `Bearer ${accessToken}` };
    const functions = await sql<{ name: string }[]>`
      select distinct proname as name from pg_proc where pronamespace in ('public'::regnamespace, 'private'::regnamespace)`;
    for (const { name } of functions) {
      await visitor.post(`/rest/v1/rpc/${name}`, {
        headers,
        data: { user_id: userId, id: userId, role: "admin", new_role: "admin" },
      });
    }
    const inserts = {
      roles: { name: "rei" },
      role_permissions: { role: "user", permission: "users" },
      app_settings: { key: "dark_header", value: "true" },
      audit_log: { action: "x" },
    };
    for (const [table, row] of Object.entries(inserts)) {
      expect((await visitor.post(`/rest/v1/${table}`, { headers, data: row })).ok(), table).toBe(false);
    }
    const [profile] = await sql`select role, permissions from public.profiles where id = ${userId}`;
    expect(profile).toEqual({ role: "user", permissions: [] });
  });

  test("by metadata at sign-up or in its account", async ({ visitorAs, sql }) => {
    const visitor = await visitorAs(null);
    const email = `papel-${process.ppid}@example.com`;
    const wish = { role: "superadministrador", permissions: ["users"], email_verified_at: "2026-01-01T00:00:00Z" };
    const headers = { apikey: publishableKey() };
    const signUp = {
      email,
      password: "Estrada-longa-9",
      data: wish,
      app_metadata: wish,
      role: "service_role",
      email_confirm: true,
    };
    expect((await visitor.post("/auth/v1/signup", { headers, data: signUp })).ok()).toBe(true);
    const { userId, accessToken } = await openSession(demoAccount("user"));
    const bearer = { ...headers, authorization: `Bearer ${accessToken}` };
    await visitor.put("/auth/v1/user", {
      headers: bearer,
      data: { data: wish, app_metadata: wish, role: "service_role" },
    });
    const rows = await sql`
      select profiles.role, permissions, users.role as token_role, users.email = ${email} and email_verified_at is not null as verified
      from public.profiles join auth.users using (id) where users.email = ${email} or id = ${userId}`;
    const powerless = { role: "user", permissions: [], token_role: "authenticated", verified: false };
    expect([...rows]).toEqual([powerless, powerless]);
  });
});
