import { describe, expect, it } from "vitest";
import { checkConnection, projectOf } from "./connection";
import { checkEnvironment } from "./environment";

const REF = "abcdefghijklmnopqrst";
const PROJECT = `https://${REF}.supabase.co`;
const ENVIRONMENT = {
  NEXT_PUBLIC_SITE_URL: "https://portal.example.org",
  NEXT_PUBLIC_SUPABASE_URL: PROJECT,
  NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY: "sb_publishable_abc",
  SUPABASE_SECRET_KEY: "sb_secret_abcdef",
  LINK_TOKEN_SECRET: "x".repeat(44),
  TRUST_PROXY: "loopback",
  BACKUP_DIR: "/var/backups/portal",
};

const texts = (found: readonly { level: string; text: string }[]) => found.map(({ level, text }) => `${level} ${text}`);

describe("the check of the variables", () => {
  it("accepts a complete environment", () => {
    expect(checkEnvironment(ENVIRONMENT).every(({ level }) => level === "ok")).toBe(true);
  });

  it.each([
    [{ TRUST_PROXY: "all" }, /^failure Variáveis de ambiente inválidas: TRUST_PROXY/],
    [{ NEXT_PUBLIC_SITE_URL: "http://portal.example.org" }, /^failure endereço do site: .* não é https/],
    [{ NEXT_PUBLIC_SITE_URL: "http://localhost:3000" }, /^warning endereço do site: .* é desta máquina/],
    [{ LINK_TOKEN_SECRET: "" }, /^warning LINK_TOKEN_SECRET: falta/],
    [{ TRUST_PROXY: "" }, /^warning TRUST_PROXY: vazio/],
    [{ BACKUP_DIR: undefined }, /^warning BACKUP_DIR: falta/],
    [
      { WEB_PUSH_SUBJECT: "mailto:a@example.org" },
      /^failure avisos do navegador: falta WEB_PUSH_PUBLIC_KEY, WEB_PUSH_PRIVATE_KEY/,
    ],
  ])("reports %o", (change, text) => {
    const found = checkEnvironment({ ...ENVIRONMENT, ...change });
    expect(texts(found)).toContainEqual(expect.stringMatching(text));
    expect(found.filter(({ level }) => level !== "ok").every(({ advice }) => advice)).toBe(true);
  });
});

describe("the check of the connection string", () => {
  it.each([
    [`postgres://postgres:x@db.${REF}.supabase.co:5432/postgres?sslmode=require`, /^ok DATABASE_URL: conexão direta/],
    [
      `postgres://postgres.${REF}:x@aws-0-sa-east-1.pooler.supabase.com:5432/postgres?sslmode=require`,
      /^ok DATABASE_URL: session pooler/,
    ],
    [
      `postgres://postgres.${REF}:x@aws-0-sa-east-1.pooler.supabase.com:6543/postgres?sslmode=require`,
      /^warning DATABASE_URL: pooler em modo de transação/,
    ],
    [`postgres://postgres:x@db.${REF}.supabase.co:5432/postgres`, /^warning DATABASE_URL: sem sslmode/],
    [
      `postgres://postgres:x@db.${"z".repeat(20)}.supabase.co:5432/postgres?sslmode=require`,
      /^failure DATABASE_URL: é do projeto z+, e/,
    ],
    ["postgres://postgres:x@127.0.0.1:54322/postgres", /^ok DATABASE_URL: 127\.0\.0\.1/],
    ["db.example.org", /^failure DATABASE_URL: não é um endereço/],
  ])("%s", (url, text) => {
    expect(texts(checkConnection(url, PROJECT))).toEqual([expect.stringMatching(text)]);
  });

  it("finds the project only in the address of a hosted one", () => {
    expect([projectOf(PROJECT), projectOf("http://127.0.0.1:54321")]).toEqual([REF, null]);
  });
});
