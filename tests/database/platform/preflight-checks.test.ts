import { describe, expect, it } from "vitest";
import { checkAuthSettings, checkRedirects } from "@/scripts/preflight/auth";
import { BUCKETS, checkBuckets } from "@/scripts/preflight/buckets";
import { checkBackups, checkContent, checkServer, checkWorker } from "@/scripts/preflight/database";
import type { Finding } from "@/scripts/preflight/finding";
import { checkKeys } from "@/scripts/preflight/keys";
import { asOwner, sql } from "../as-role";
import { variable } from "../auth-client";

process.env.NEXT_PUBLIC_SUPABASE_URL = variable("TEST_SUPABASE_URL");
process.env.NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY = variable("TEST_SUPABASE_PUBLISHABLE_KEY");
process.env.SUPABASE_SECRET_KEY = variable("TEST_SUPABASE_SECRET_KEY");

const texts = (found: readonly Finding[]) => found.map(({ level, text }) => `${level} ${text}`);

describe("the check of the server", () => {
  it("names role, time zone and clock", () =>
    asOwner(async (tx) => {
      await tx`set local timezone = 'UTC'`;
      expect(texts(await checkServer(tx))).toEqual([
        expect.stringMatching(/^ok papéis: a conexão é de/),
        "ok fuso do banco: UTC",
      ]);
      await tx`set local timezone = 'America/Sao_Paulo'`;
      expect(texts(await checkServer(tx, Date.now() + 60_000))).toEqual([
        expect.stringMatching(/^ok papéis/),
        "warning fuso do banco: America/Sao_Paulo",
        expect.stringMatching(/^failure relógio: .* diferem em/),
      ]);
    }));

  it("refuses a role that may not create tables", () =>
    asOwner(async (tx) => {
      await tx`set local role authenticated`;
      expect(texts(await checkServer(tx))[0]).toMatch(/^failure papéis: authenticated não pode/);
    }));
});

describe("the check of the content", () => {
  it("asks for the seed, then for an administrator", () =>
    asOwner(async (tx) => {
      expect(texts(await checkContent(tx))).toEqual([expect.stringMatching(/^ok conteúdo: 27 estados/)]);
      await tx`set local session_replication_role = replica`;
      await tx`update public.profiles set role = 'user' where role = 'superadministrador'`;
      expect(texts(await checkContent(tx))).toEqual([expect.stringMatching(/nenhuma conta é superadministrador/)]);
      await tx`delete from public.states where abbr = 'SC'`;
      expect(await checkContent(tx)).toMatchObject([{ level: "failure", advice: "rode: npm run db:seed" }]);
    }));
});

describe("the check of the buckets", () => {
  it("lists the buckets of the migrations", async () => {
    const rows = await sql<{ id: string; public: boolean; bytes: number }[]>`
      select id, public, file_size_limit::int as bytes from storage.buckets`;
    expect(Object.fromEntries(rows.map((row) => [row.id, { isPublic: row.public, bytes: row.bytes }]))).toEqual(
      BUCKETS,
    );
    expect(texts(await checkBuckets(sql))).toEqual([expect.stringMatching(/^ok buckets/)]);
  });

  it("reports one that is missing, public or has another limit", () =>
    asOwner(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`delete from storage.buckets where id = 'ad-art'`;
      await tx`update storage.buckets set public = true where id = 'vehicle-files'`;
      await tx`update storage.buckets set file_size_limit = null where id = 'media'`;
      const [found] = texts(await checkBuckets(tx));
      expect(found).toMatch(/ad-art não existe; media aceita qualquer número de bytes.*; vehicle-files é público/);
    }));
});

describe("the check of the worker", () => {
  it("needs a heartbeat and an outbox that is emptied", () =>
    asOwner(async (tx) => {
      await tx`delete from private.workers where true`;
      await tx`delete from private.outbox where true`;
      expect(texts(await checkWorker(tx))).toEqual([expect.stringMatching(/^failure worker: nenhum em execução/)]);
      await tx`insert into private.workers (id, host, process_id) values (gen_random_uuid(), 'x', 1)`;
      expect(texts(await checkWorker(tx))).toEqual([expect.stringMatching(/^(?:ok|warning) worker: em execução/)]);
      await tx`insert into private.outbox (job, created_at) values ('send-mail', now() - interval '1 hour')`;
      expect(texts(await checkWorker(tx))).toEqual([expect.stringMatching(/^failure worker: 1 tarefas esperam/)]);
    }));
});

describe("the check of the backups", () => {
  it("needs a complete one of the last day", () =>
    asOwner(async (tx) => {
      await tx`delete from public.backups where true`;
      expect(texts(await checkBackups(tx))).toEqual(["warning backup: nenhum completo"]);
      await tx`insert into public.backups (status, finished_at) values ('done', now() - interval '50 hours')`;
      expect(texts(await checkBackups(tx))).toEqual(["warning backup: o último tem 50 h"]);
      await tx`insert into public.backups (status, finished_at) values ('done', now() - interval '2 hours')`;
      expect(texts(await checkBackups(tx))).toEqual(["ok backup: completo há 2 h"]);
    }));
});

describe("the checks of a project, with the embedded backend", () => {
  const project = {
    url: variable("TEST_SUPABASE_URL"),
    publishableKey: variable("TEST_SUPABASE_PUBLISHABLE_KEY"),
    secretKey: variable("TEST_SUPABASE_SECRET_KEY"),
  };

  it("accept its keys and its sign-up", async () => {
    expect(texts(await checkKeys(project))).toEqual([expect.stringMatching(/^ok chaves/)]);
    expect(texts(await checkAuthSettings(project, false))).toEqual([expect.stringMatching(/^ok autenticação/)]);
  });

  it("find no redirect that leads to another site", async () => {
    const found = await checkRedirects(project, "http://localhost:3000");
    expect(found.every(({ level }) => level !== "failure")).toBe(true);
  });
});
