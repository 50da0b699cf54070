import type { APIResponse } from "@playwright/test";
import { USERNAME } from "../support/accounts";
import { toast } from "../support/page";
import { GUARDED_ROUTES } from "../support/routes";
import { expect, test } from "../support/test";
import { ROLES } from "../../../lib/platform/auth/permissions";

/** The result for a guarded address: content or redirect; checks that no shared cache may store it. */
function outcome(answer: APIResponse): string {
  expect(answer.headers()["cache-control"], answer.url()).toBe("private, no-store");
  expect(answer.headers()["x-page-cache"] ?? "none", answer.url()).not.toBe("hit");
  const location = answer.headers()["location"];
  return location ? `${answer.status()} ${location}` : String(answer.status());
}

test("every guarded route redirects a visitor to its login and keeps the requested address", async ({ visitorAs }) => {
  expect(GUARDED_ROUTES.length).toBeGreaterThan(60);
  const visitor = await visitorAs(null);
  for (const prefix of ["", "/english", "/espanol"]) {
    for (const { path, login } of GUARDED_ROUTES) {
      const next = encodeURIComponent(prefix + path);
      expect(outcome(await visitor.get(prefix + path)), prefix + path).toBe(`307 ${prefix}${login}?next=${next}`);
    }
  }
  const list = encodeURIComponent("/admin/blog?q=serra+azul&page=2");
  expect(outcome(await visitor.get("/admin/blog?q=serra%20azul&page=2&_rsc=1abc"))).toBe(
    `307 /admin/login?next=${list}`,
  );
  expect(outcome(await visitor.get(`/admin/blog?q=${"a".repeat(500)}`))).toBe(
    `307 /admin/login?next=${encodeURIComponent("/admin/blog")}`,
  );
});

for (const role of ROLES.filter((name) => GUARDED_ROUTES.some(({ allowed }) => allowed === name))) {
  test(`${role} can open its pages, and a visitor directly afterwards cannot`, async ({ visitorAs }) => {
    const [visitor, anonymous] = [await visitorAs(role), await visitorAs(null)];
    for (const { path, opens } of GUARDED_ROUTES.filter(({ allowed }) => allowed === role)) {
      expect(outcome(await visitor.get(path)), path).toBe(path === "/vendedor" ? "307 /vendedor/dashboard" : opens);
      const after = await anonymous.get(path);
      expect(outcome(after), path).toMatch(/^307 \/(?:admin\/|vendedor\/)?login\?next=/);
      expect(await after.text()).not.toContain(USERNAME[role]);
    }
  });
}

for (const role of ["user", "vendedor", "editor"] as const) {
  test(`${role} is redirected from pages without permission, with the reason`, async ({ visitorAs }) => {
    const visitor = await visitorAs(role);
    for (const { path, refusals } of GUARDED_ROUTES) {
      const refusal = refusals[role];
      if (!refusal) continue;
      const answer = await visitor.get(`/espanol${path}`);
      expect(outcome(answer), path).toBe(`307 /espanol${refusal.landing}`);
      expect(answer.headers()["set-cookie"], path).toContain(`flash=${refusal.flash}`);
    }
  });
}

test("two accounts at one address each get their own page", async ({ visitorAs }) => {
  const [first, second] = [await visitorAs("user"), await visitorAs("editor")];
  for (let round = 0; round < 3; round++) {
    const [one, other] = await Promise.all([first.get("/painel"), second.get("/painel")]);
    expect(await one.text()).toContain(USERNAME.user);
    expect(await other.text()).toContain(`Olá, ${USERNAME.editor}`);
    expect(await other.text()).not.toContain(USERNAME.user);
  }
});

const DENIALS = [
  ["user", "/admin", "/home", "Você não tem permissão para acessar esta página."],
  ["vendedor", "/admin/blog", "/vendedor/dashboard", "Você não tem permissão para acessar esta página."],
  ["editor", "/eventos/checkin-externo", "/home", "Você não tem permissão para acessar esta página."],
  ["user", "/vendedor/nova-venda", "/home", "Você não tem permissão para acessar esta página."],
  ["editor", "/admin/permissions", "/admin", "Você não tem permissão para acessar esta funcionalidade."],
  ["admin", "/admin/users", "/admin", "Você não tem permissão para acessar esta funcionalidade."],
] as const;

for (const [role, path, landing, text] of DENIALS) {
  test(`${role} at ${path} is redirected to ${landing} and sees the reason once`, async ({ page, signIn }) => {
    await signIn(role);
    await page.goto(path);
    await expect(page).toHaveURL(landing);
    await expect(toast(page, "Acesso Negado")).toContainText(text);
    await page.reload();
    await expect(page.getByRole("main")).toBeVisible();
    await expect(toast(page, "Acesso Negado")).toHaveCount(0);
  });
}

test("unknown paths under /vendedor redirect a seller to the dashboard", async ({ visitorAs }) => {
  const seller = await visitorAs("vendedor");
  expect((await seller.get("/vendedor/qualquer-coisa")).headers()["location"]).toBe("/vendedor/dashboard");
  expect((await (await visitorAs(null)).get("/vendedor/qualquer/coisa")).headers()["location"]).toMatch(
    /^\/vendedor\/login/,
  );
});

test.describe("bypassing the guards fails", () => {
  const BYPASSES: Record<string, string>[] = [
    { "x-middleware-subrequest": "middleware:middleware:middleware:middleware:middleware" },
    { "x-middleware-subrequest": "src/middleware:src/middleware:src/middleware:src/middleware:src/middleware" },
    { "x-middleware-next": "1", "x-middleware-rewrite": "/pt-BR/admin" },
    {
      "x-rewrite-url": "/home",
      "x-original-url": "/home",
      "x-invoke-path": "/pt-BR/admin",
      "x-matched-path": "/pt-BR/admin",
    },
    { "x-page-cache-fill": "1" },
    { rsc: "1" },
    { rsc: "1", "next-router-prefetch": "1" },
    { rsc: "1", "next-router-segment-prefetch": "/_tree" },
    { purpose: "prefetch", "x-nextjs-data": "1" },
  ];

  for (const path of ["/admin", "/painel", "/vendedor/dashboard"]) {
    test(`no header opens ${path} or its data`, async ({ visitorAs }) => {
      const visitor = await visitorAs(null);
      for (const headers of BYPASSES) {
        const answer = await visitor.get(path, { headers });
        expect(answer.status(), JSON.stringify(headers)).toBe(307);
        expect(answer.headers()["location"], JSON.stringify(headers)).toMatch(/login\?next=/);
        expect(answer.headers()["cache-control"]).toBe("private, no-store");
      }
    });
  }

  const SPELLINGS =
    "/pt-BR/admin /es-419/painel /english/pt-BR/painel /ADMIN /Painel /painel/ //painel /%70ainel /admin%2Fusers /sc/%2e%2e/painel /painel;a=b /painel%00 " +
    "/painel?_rsc=1 /_next/../painel /pt-BR/painel.rsc /pt-BR/admin.html /_next/data/x/painel.json /pt-BR/painel.segments/_tree.segment.rsc";

  test("no other spelling of an address returns its content", async ({ visitorAs, baseURL }) => {
    const visitor = await visitorAs(null);
    for (const path of SPELLINGS.split(" ")) {
      const answer = await visitor.get(baseURL + path);
      expect(answer.status(), path).toBeLessThan(500);
      expect(await answer.text(), path).not.toMatch(/Painel Admin|Olá, |Meu painel \|/);
    }
  });
});
