import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { PUBLISHABLE, projectRoutes, SECRET, startDouble } from "../../tests/support/project-double";
import { checkAuthSettings, checkRedirects } from "./auth";
import { attempt } from "./finding";
import { checkKeys } from "./keys";
import { checkProjectConfig, compareConfig } from "./project-config";
import { checkSite } from "./site";

const SITE = "https://portal.example.org";
const REF = "abcdefghijklmnopqrst";

const texts = (found: readonly { level: string; text: string }[]) => found.map(({ level, text }) => `${level} ${text}`);
const start = async (routes = projectRoutes()) => ({
  url: await startDouble(routes),
  publishableKey: PUBLISHABLE,
  secretKey: SECRET,
});
const jwt = (claims: object) =>
  `eyJhbGciOiJIUzI1NiJ9.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.c2ln`;

describe("the check of the keys", () => {
  it("accepts two keys of the project", async () => {
    expect(texts(await checkKeys(await start()))).toEqual([expect.stringMatching(/^ok chaves/)]);
  });

  it("refuses a secret key where the browser gets it, and keys of another project", async () => {
    const project = await start();
    const swapped = { ...project, publishableKey: SECRET };
    expect(texts(await checkKeys(swapped))).toEqual([
      expect.stringMatching(/^failure NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY: não é a chave publicável/),
    ]);
    expect(texts(await checkKeys({ ...project, publishableKey: "sb_publishable_other" }))).toEqual([
      expect.stringMatching(/^failure NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY: o projeto recusou a chave \(401\)/),
    ]);
    expect(texts(await checkKeys({ ...project, secretKey: "sb_secret_other" }))).toEqual([
      expect.stringMatching(/^failure SUPABASE_SECRET_KEY: o projeto recusou a chave \(403\)/),
    ]);
  });

  it("reads role and project of legacy keys", async () => {
    const hosted = { url: `https://${REF}.supabase.co`, publishableKey: PUBLISHABLE };
    expect(texts(await checkKeys({ ...hosted, secretKey: jwt({ role: "anon", ref: REF }) }))).toEqual([
      "failure SUPABASE_SECRET_KEY: tem o papel anon, e não service_role",
    ]);
    expect(texts(await checkKeys({ ...hosted, secretKey: jwt({ role: "service_role", ref: "other" }) }))).toEqual([
      `failure SUPABASE_SECRET_KEY: é do projeto other, e não de ${REF}`,
    ]);
  });

  it("refuses a project where everybody administers accounts or reads profiles", async () => {
    const open = { ...projectRoutes(), "GET /auth/v1/admin/users": () => ({ body: {} }) };
    expect(texts(await checkKeys(await start(open)))).toEqual([expect.stringMatching(/administra contas/)]);
    const readable = { ...projectRoutes(), "GET /rest/v1/profiles": () => ({ body: [{ id: "1" }] }) };
    expect(texts(await checkKeys(await start(readable)))).toEqual([expect.stringMatching(/um visitante lê perfis/)]);
  });

  it("asks for a push when the project has no tables", async () => {
    const empty = { ...projectRoutes(), "GET /rest/v1/states": () => ({ status: 404 }) };
    expect((await checkKeys(await start(empty)))[0]?.advice).toContain("supabase db push");
  });
});

describe("the check of the auth settings", () => {
  it.each([
    [{}, false, /^ok autenticação/],
    [{ mailer_autoconfirm: true }, false, /^failure confirmação do e-mail: desligada/],
    [{ disable_signup: true }, false, /^failure cadastro: desligado/],
    [{ external: { email: false } }, false, /^failure entrada por e-mail/],
    [{ external: { email: true, anonymous_users: true } }, false, /^failure contas anônimas/],
    [{}, true, /^failure Google: o site mostra o botão/],
    [{ external: { email: true, google: true } }, false, /^warning Google: ligado no projeto/],
    [{ external: { email: true, google: true } }, true, /^ok autenticação/],
  ])("%o, with the Google button %s", async (settings, isGoogleShown, text) => {
    const project = await start(projectRoutes({ settings }));
    expect(texts(await checkAuthSettings(project, isGoogleShown))).toEqual([expect.stringMatching(text)]);
  });
});

describe("the check of the redirects", () => {
  it.each([
    [[SITE], /^ok redirecionamentos/],
    [
      ["http://localhost:3000"],
      /^failure redirecionamentos: .*\/auth\/confirm não é permitido, .* http:\/\/localhost:3000/,
    ],
    [[SITE, "https://portal-lacambeche.invalid"], /^failure redirecionamentos: outro site/],
  ])("with %o allowed", async (allowed, text) => {
    const project = await start(projectRoutes({ allowed }));
    expect(texts(await checkRedirects(project, SITE))).toEqual([expect.stringMatching(text)]);
  });

  it("lists what to check by hand when the server does not redirect", async () => {
    const project = await start({ "GET /auth/v1/verify": () => ({ status: 400 }) });
    expect((await checkRedirects(project, SITE))[0]?.advice).toContain(`Redirect URLs ${SITE}/**`);
  });
});

const template = (name: string) =>
  readFileSync(path.resolve(import.meta.dirname, `../../supabase/templates/${name}.html`), "utf8");

/** The settings of a project that was set up by docs/operate/deployment.md. */
const CONFIG = {
  site_url: SITE,
  uri_allow_list: `http://localhost:3000/**,${SITE}/**`,
  mailer_autoconfirm: false,
  mailer_otp_length: 10,
  mailer_otp_exp: 1800,
  mailer_secure_email_change_enabled: true,
  security_update_password_require_reauthentication: true,
  security_manual_linking_enabled: true,
  security_sb_forwarded_for_enabled: true,
  mfa_totp_enroll_enabled: true,
  mfa_totp_verify_enabled: true,
  password_min_length: 8,
  smtp_host: "smtp.example.org",
  mailer_subjects_confirmation: "Confirme seu e-mail no Portal LACAMBECHE",
  mailer_subjects_magic_link: "Seu link para entrar no Portal LACAMBECHE",
  mailer_subjects_recovery: "Crie uma nova senha no Portal LACAMBECHE",
  mailer_subjects_email_change: "Confirme a troca do seu e-mail no Portal LACAMBECHE",
  mailer_subjects_invite: "Você foi convidado para o Portal LACAMBECHE",
  ...Object.fromEntries(
    ["confirmation", "magic_link", "recovery", "email_change", "invite"].map((name) => [
      `mailer_templates_${name}_content`,
      template(name),
    ]),
  ),
};

describe("the check of the project's settings", () => {
  it("accepts those of supabase/config.toml", () => {
    expect(texts(compareConfig(CONFIG, SITE))).toEqual([expect.stringMatching(/^ok configuração/)]);
  });

  it.each([
    [{ mailer_otp_length: 6 }, /^failure dígitos do código: está 6/],
    [{ security_manual_linking_enabled: false }, /^failure vincular e desvincular o Google/],
    [{ uri_allow_list: "" }, /^failure Redirect URLs: falta o site/],
    [{ smtp_host: null }, /^failure SMTP do projeto: não definido/],
    [{ mailer_templates_recovery_content: "<h2>Reset password</h2>" }, /^failure modelo de e-mail recovery: é outro/],
  ])("reports %o", (change, text) => {
    expect(texts(compareConfig({ ...CONFIG, ...change }, SITE))).toEqual([expect.stringMatching(text)]);
  });

  it("reads them with an access token, and without one lists what to check by hand", async () => {
    const api = await startDouble({
      [`GET /v1/projects/${REF}/config/auth`]: ({ headers }) =>
        headers.authorization === "Bearer sbp_right" ? { body: CONFIG } : { status: 401 },
    });
    expect(texts(await checkProjectConfig(REF, SITE, "sbp_right", api))).toEqual([expect.stringMatching(/^ok/)]);
    expect(texts(await checkProjectConfig(REF, SITE, "sbp_wrong", api))).toEqual([
      expect.stringMatching(/^failure SUPABASE_ACCESS_TOKEN: recusado/),
    ]);
    expect((await checkProjectConfig(REF, SITE, undefined, api))[0]).toMatchObject({
      level: "warning",
      advice: expect.stringContaining("supabase/templates"),
    });
  });
});

describe("the check of the site", () => {
  it.each([
    [{ body: { ready: true } }, /^warning site: responde sem x-request-id/],
    [
      { status: 503, body: { ready: false, database: "ok", migrations: "missing" } },
      /^failure site: no ar com um banco sem/,
    ],
    [{ status: 503, body: { ready: false, database: "down", migrations: "ok" } }, /^failure site: no ar, mas o banco/],
    [{ status: 502, body: {} }, /^failure site: \/api\/health\/ready respondeu 502/],
  ])("%o", async (answer, text) => {
    const url = await startDouble({ "GET /api/health/ready": () => answer });
    expect(texts(await checkSite(url))).toEqual([expect.stringMatching(text)]);
  });

  it("warns while no site answers", async () => {
    expect(texts(await checkSite("http://127.0.0.1:1"))).toEqual([
      expect.stringMatching(/^warning site: .* não responde/),
    ]);
  });
});

it("a check that throws is a failure of that check only", async () => {
  const found = await attempt("chaves", () =>
    Promise.reject(new Error("fetch failed", { cause: new Error("ECONNREFUSED") })),
  );
  expect(texts(found)).toEqual(["failure chaves: não foi possível verificar (ECONNREFUSED)"]);
});
